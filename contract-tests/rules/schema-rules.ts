import { resolve } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
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
  'patterns have a hint for users': (contract) =>
    schemasWithPointers(contract)
      .filter(
        ([pointer, schema]) => schema.pattern && !pointer.endsWith('/propertyNames') && !isResponseHeader(pointer),
      )
      .flatMap(([pointer, schema]) => languageFaults(schema['x-hint']).map((fault) => `${pointer}: x-hint: ${fault}`)),
};

function isResponseHeader(pointer: string): boolean {
  return pointer.startsWith('components/headers');
}
