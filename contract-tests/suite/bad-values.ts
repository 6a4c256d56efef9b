import { resolve } from '../contract/contract.ts';
import { withoutNull } from '../contract/entities.ts';
import type { Contract, Schema } from '../contract/types.ts';

/** Values that a schema refuses, each with what is wrong with it. */
export function badValues(contract: Contract, schema: Schema): [string, unknown][] {
  const plain = withoutNull(contract, schema);
  return [['of another type', wrongType(plain)], ...breaches(contract, plain)];
}

/** The same for what comes as text: in a query, a path or a header. */
export function badTexts(contract: Contract, schema: Schema): [string, string][] {
  const plain = resolve(contract, schema);
  const found: [string, unknown][] = plain.type === 'integer' ? [['no number', 'x']] : [];
  return [...found, ...breaches(contract, plain)].map(([what, value]) => [what, String(value)]);
}

function wrongType({ type }: Schema): unknown {
  return [type].flat().some((one) => one === 'object' || one === 'array') ? 'text' : { text: 'text' };
}

function breaches(contract: Contract, schema: Schema): [string, unknown][] {
  const found: [string, unknown][] = [];
  const { maxLength, minimum, maximum, maxItems, items } = schema;
  if (schema.enum) found.push(['not among the values', schema.type === 'integer' ? 3 : 'nonsense']);
  if (schema.pattern) found.push(['that breaks the pattern', ' ']);
  if (schema.format === 'uuid') found.push(['that is no UUID', 'nonsense']);
  if (schema.minLength) found.push(['too short', '']);
  if (maxLength !== undefined) found.push(['too long', 'x'.repeat(maxLength + 1)]);
  if (minimum !== undefined) found.push(['too small', minimum - 1]);
  if (maximum !== undefined) found.push(['too large', maximum + 1]);
  if (schema.minItems) found.push(['too few', []]);
  if (maxItems !== undefined && items) found.push(['too many', Array(maxItems + 1).fill(sample(contract, items))]);
  return found;
}

function sample(contract: Contract, schema: Schema): unknown {
  const { type, properties = {}, minimum } = resolve(contract, schema);
  if (type !== 'object') return minimum ?? 'x';
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sample(contract, property)]));
}
