import { resolve } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import { type ContractRule, languageFaults } from './contract-rules.ts';
import { schemasWithPointers } from './places.ts';

export const schemaRules: Record<string, ContractRule> = {
  'bodies are flat objects that refuse unknown fields': (contract) =>
    operationsOf(contract).flatMap(({ id, body }) => {
      if (!body) return [];
      const schema = resolve(contract, body.schema);
      const mixed = (['oneOf', 'anyOf', 'allOf'] as const).filter((word) => schema[word]);
      return [
        ...mixed.map((word) => `${id}: write the body's schema without ${word}; validators differ on it`),
        ...(schema.additionalProperties === false ? [] : [`${id}: set additionalProperties: false on the body`]),
      ];
    }),
  'objects say whether they take other members': (contract) =>
    schemasWithPointers(contract)
      .filter(([, schema]) => schema.properties && schema.additionalProperties === undefined)
      .map(([place]) => `${place}: set additionalProperties`),
  'patterns tell people what they mean': (contract) =>
    schemasWithPointers(contract)
      .filter(([place, schema]) => schema.pattern && !place.endsWith('/propertyNames') && !isAnswerHeader(place))
      .flatMap(([place, schema]) => languageFaults(schema['x-hint']).map((fault) => `${place}: x-hint: ${fault}`)),
};

function isAnswerHeader(place: string): boolean {
  return place.startsWith('components/headers');
}
