import { resolve } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import type { Contract, Schema } from '../contract/types.ts';
import { type ContractRule, languageFaults } from './contract-rules.ts';
import { schemasWithPointers } from './schema-pointers.ts';

export const schemaRules: Record<string, ContractRule> = {
  'bodies are plain objects that reject unknown fields': (contract) =>
    operationsOf(contract).flatMap(({ id, body }) => {
      if (!body) return [];
      const schema = resolve(contract, body.schema);
      const combinators = (['oneOf', 'anyOf', 'allOf'] as const).filter((word) => schema[word]);
      return [
        ...combinators.map(
          (word) => `${id}: write the schema of the body without ${word}, which validators treat differently`,
        ),
        ...(schema.additionalProperties === false ? [] : [`${id}: set additionalProperties: false on the body`]),
      ];
    }),
  'objects declare whether they allow other members': (contract) =>
    schemasWithPointers(contract)
      .filter(([, schema]) => schema.properties && schema.additionalProperties === undefined)
      .map(([pointer]) => `${pointer}: set additionalProperties`),
  'properties say what they hold': (contract) =>
    schemasWithPointers(contract).flatMap(([pointer, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, property]) => !isDescribed(contract, property))
        .map(([name]) => `${pointer}/properties/${name}: write its description, or that of the schema it refers to`),
    ),
  'texts with commas are quoted': (contract) =>
    schemasWithPointers(contract).flatMap(([pointer, schema]) =>
      Object.keys(schema)
        .filter((key) => key.includes(' '))
        .map((key) => `${pointer}: quote the text before “${key}”, as a comma ends it between braces`),
    ),
  'choices that may be null are written as oneOf': (contract) =>
    schemasWithPointers(contract)
      .filter(([, schema]) => Array.isArray(schema.enum) && schema.enum.some((value: unknown) => value === null))
      .map(
        ([pointer]) => `${pointer}: write oneOf with the enum and type 'null', as generators read no null in an enum`,
      ),
  'patterns have a hint for users': (contract) =>
    schemasWithPointers(contract)
      .filter(
        ([pointer, schema]) => schema.pattern && !pointer.endsWith('/propertyNames') && !isResponseHeader(pointer),
      )
      .flatMap(([pointer, schema]) => languageFaults(schema['x-hint']).map((fault) => `${pointer}: x-hint: ${fault}`)),
};

/** Whether a schema, or the one that it or the entries of its list refer to, is described. */
function isDescribed(contract: Contract, schema: Schema): boolean {
  if (schema.description?.trim() || schema['x-about']) return true;
  if (schema.$ref) return isDescribed(contract, resolve(contract, schema));
  const [variant, ...others] = (schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  const value = others.length === 0 ? (variant ?? schema.items) : undefined;
  return value?.$ref !== undefined && isDescribed(contract, value);
}

function isResponseHeader(pointer: string): boolean {
  return pointer.startsWith('components/headers');
}
