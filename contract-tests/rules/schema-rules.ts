import { resolve } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import type { Contract, Schema } from '../contract/types.ts';
import { type ContractRule, languageFaults } from './contract-rules.ts';

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
    places(contract)
      .filter(([, schema]) => schema.properties && schema.additionalProperties === undefined)
      .map(([place]) => `${place}: set additionalProperties`),
  'patterns tell people what they mean': (contract) =>
    places(contract)
      .filter(([place, schema]) => schema.pattern && !place.endsWith('/propertyNames') && !isAnswerHeader(place))
      .flatMap(([place, schema]) => languageFaults(schema['x-hint']).map((fault) => `${place}: x-hint: ${fault}`)),
};

function isAnswerHeader(place: string): boolean {
  return place.startsWith('components/headers');
}

/** Every schema of the contract with its place; shared ones once, where they are defined. */
function places(contract: Contract): [string, Schema][] {
  const found: [string, Schema][] = [];
  const walk = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null || /\/(example|x-text|x-hint)$/.test(place)) return;
    // Cast: any object may be looked at as a schema; what is none has none of its keywords.
    found.push([place, node as Schema]);
    for (const [key, child] of Object.entries(node)) walk(child, `${place}/${key}`);
  };
  walk(contract.components, 'components');
  walk(contract.paths, 'paths');
  return found;
}
