import { entitiesOf, recordSchema } from '../contract/entities.ts';
import { languages, placeholders } from '../contract/texts.ts';
import type { Contract, FieldRule, Schema } from '../contract/types.ts';
import { type ContractRule, languageFaults } from './contract-rules.ts';
import type { EntityRule } from './entity-rules.ts';
import { schemasWithPointers } from './places.ts';

/** Rules for the extensions of fields. */
export const fieldRules: Record<string, ContractRule> = {
  'a reference names a kind of record': (contract) => {
    const kinds = entitiesOf(contract).map(({ tag }) => tag);
    return schemasWithPointers(contract).flatMap(([place, { 'x-reference': kind }]) =>
      kind === undefined || kinds.includes(kind)
        ? []
        : [`${place}: x-reference names ${kind}, which is no kind of record`],
    );
  },
  'rules between fields are known and name fields': (contract) =>
    schemasWithPointers(contract).flatMap(([place, schema]) =>
      (schema['x-rules'] ?? []).flatMap((rule) =>
        ruleFaults(contract, schema, rule).map((fault) => `${place}: x-rules ${rule.rule} at ${rule.at}: ${fault}`),
      ),
    ),
  'the extensions have values that are known': (contract) =>
    schemasWithPointers(contract).flatMap(([place, schema]) =>
      Object.entries(knownValues)
        .filter(([name, isKnown]) => name in schema && !isKnown(schema[name as keyof Schema])) // Cast: an extension's name.
        .map(([name]) => `${place}: ${name} is ${JSON.stringify(schema[name as keyof Schema])}, which means nothing`),
    ),
  'who may approve is one of Review': (contract) => {
    const known = contract.components.schemas.Review?.enum ?? [];
    return contract.tags
      .filter(({ 'x-review': review }) => review !== undefined && !known.includes(review))
      .map(({ name, 'x-review': review }) => `tag ${name}: x-review ${review} is no Review`);
  },
};

export const titleRules: Record<string, EntityRule> = {
  'has a name, or says what stands for it': (entity, contract) => {
    const schema = recordSchema(contract, entity);
    const required = schema?.required ?? [];
    const title = schema?.['x-title'];
    if (required.includes('name')) {
      return [
        ...(required.includes('locales') ? [] : ['require locales on the record, beside its name']),
        ...(title === undefined ? [] : ['drop x-title; the record has a name']),
      ];
    }
    if (!title) return ['give the record an x-title, as it has no name'];
    return placeholders(title)
      .filter((name) => !required.includes(name))
      .map((name) => `x-title names ${name}, which the record does not always have`);
  },
};

const knownValues: Record<string, (value: unknown) => boolean> = {
  'x-case': (value) => value === 'upper',
  'x-assigned': (value) => typeof value === 'string' && value.startsWith('^') && value.endsWith('$'),
  'x-search': (value) => value === 'code',
  'x-read-only': (value) => value === true,
  'x-decimal': (value) => value === true,
  'x-decimals': (value) => Number.isInteger(value) && Number(value) >= 0,
};

function ruleFaults(contract: Contract, { properties = {} }: Schema, { rule, at, fields, other }: FieldRule): string[] {
  const { Rule } = contract.components.schemas;
  const text = Rule?.['x-text']?.[rule];
  if (!Rule?.enum?.includes(rule) || !text) return ['list it in Rule, with its texts'];
  const unknownFields = [at, ...fields].filter((name) => !properties[name]);
  const usesOther = languages.some((language) => placeholders(text[language]).includes('other'));
  return [
    ...(fields.length === 0 ? ['name the fields that it is about'] : []),
    ...unknownFields.map((name) => `${name} is no field of this body`),
    ...(usesOther ? languageFaults(other).map((fault) => `other: ${fault}`) : []),
    ...(!usesOther && other ? ['drop other, which the text does not say'] : []),
  ];
}
