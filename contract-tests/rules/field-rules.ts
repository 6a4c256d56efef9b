import { entitiesOf, recordSchema } from '../contract/entities.ts';
import { languages, placeholdersIn } from '../contract/texts.ts';
import type { Contract, FieldRule, Schema } from '../contract/types.ts';
import { type ContractRule, languageFaults } from './contract-rules.ts';
import type { EntityRule } from './entity-rules.ts';
import { schemasWithPointers } from './schema-pointers.ts';

/** Rules for the extensions of fields. */
export const fieldRules: Record<string, ContractRule> = {
  'references name an entity': (contract) => {
    const entityTags = entitiesOf(contract).map(({ tag }) => tag);
    return schemasWithPointers(contract).flatMap(([pointer, { 'x-reference': target }]) =>
      target === undefined || entityTags.includes(target)
        ? []
        : [`${pointer}: x-reference names ${target}, which is not an entity`],
    );
  },
  'rules between fields are known and name existing fields': (contract) =>
    schemasWithPointers(contract).flatMap(([pointer, schema]) =>
      (schema['x-rules'] ?? []).flatMap((rule) =>
        ruleFaults(contract, schema, rule).map((fault) => `${pointer}: x-rules ${rule.rule} at ${rule.at}: ${fault}`),
      ),
    ),
  'extensions have valid values': (contract) =>
    schemasWithPointers(contract).flatMap(([pointer, schema]) =>
      Object.entries(extensionChecks)
        .filter(([name, isKnown]) => name in schema && !isKnown(schema[name as keyof Schema])) // Cast: an extension's name.
        .map(
          ([name]) =>
            `${pointer}: ${name} is ${JSON.stringify(schema[name as keyof Schema])}, which is not a valid value`,
        ),
    ),
  'x-review is one of Review': (contract) => {
    const reviews = contract.components.schemas.Review?.enum ?? [];
    return contract.tags
      .filter(({ 'x-review': review }) => review !== undefined && !reviews.includes(review))
      .map(({ name, 'x-review': review }) => `tag ${name}: x-review ${review} is not a Review`);
  },
};

export const titleRules: Record<string, EntityRule> = {
  'has a name or a title': (entity, contract) => {
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
    return placeholdersIn(title)
      .filter((name) => !required.includes(name))
      .map((name) => `x-title names ${name}, which the record does not always have`);
  },
};

const extensionChecks: Record<string, (value: unknown) => boolean> = {
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
  const usesOther = languages.some((language) => placeholdersIn(text[language]).includes('other'));
  return [
    ...(fields.length === 0 ? ['name the other fields of the rule'] : []),
    ...unknownFields.map((name) => `${name} is not a field of this body`),
    ...(usesOther ? languageFaults(other).map((fault) => `other: ${fault}`) : []),
    ...(!usesOther && other ? ['remove other, which the text does not use'] : []),
  ];
}
