import { resolve } from '../contract/contract.ts';
import { withoutNull } from '../contract/entities.ts';
import type { Contract, Schema } from '../contract/types.ts';
import { sampleOf } from './samples.ts';

export interface BadValue {
  /** What is wrong with it. */
  what: string;
  value: unknown;
  /** The keyword that it breaks; empty where it breaks several. */
  rule: string;
  /** Where below the value the complaint is. */
  below?: string;
}

/** Values that a schema refuses. */
export function badValues(contract: Contract, schema: Schema): BadValue[] {
  const plain = withoutNull(contract, schema);
  return [
    { what: 'of another type', value: wrongType(plain), rule: plain.enum ? '' : 'type' },
    ...breaches(contract, plain),
  ];
}

/** The same for what comes as text: in a query, a path or a header. */
export function badTexts(contract: Contract, schema: Schema): [string, string][] {
  const plain = resolve(contract, schema);
  const found: [string, unknown][] =
    plain.type === 'integer' || plain.type === 'boolean' ? [['of another type', 'x']] : [];
  return [...found, ...breaches(contract, plain).map(({ what, value }): [string, unknown] => [what, value])].map(
    ([what, value]) => [what, String(value)],
  );
}

function wrongType({ type }: Schema): unknown {
  return [type].flat().some((one) => one === 'object' || one === 'array') ? 'text' : { text: 'text' };
}

function breaches(contract: Contract, schema: Schema): BadValue[] {
  return [...scalarBreaches(schema), ...listBreaches(contract, schema), ...mapBreaches(contract, schema)];
}

function scalarBreaches(schema: Schema): BadValue[] {
  const found: BadValue[] = [];
  const { minLength = 1, maxLength, minimum, maximum, pattern = '' } = schema;
  const whole = [schema.type].flat().includes('integer');
  if (schema.enum) found.push({ what: 'not among the values', value: whole ? 3 : 'nonsense', rule: 'enum' });
  if (schema.pattern) found.push({ what: 'that breaks the pattern', value: ' '.repeat(minLength), rule: 'pattern' });
  if (schema.format === 'uuid') found.push({ what: 'that is no UUID', value: 'nonsense', rule: 'format' });
  if (schema.format?.startsWith('date')) found.push({ what: 'that is no date', value: '2026-02-30', rule: 'format' });
  if (schema.minLength) {
    found.push({ what: 'too short', value: '', rule: new RegExp(pattern, 'u').test('') ? 'minLength' : '' });
  }
  if (maxLength !== undefined) {
    const value = longer(maxLength, pattern);
    found.push({ what: 'too long', value, rule: new RegExp(pattern, 'u').test(value) ? 'maxLength' : '' });
  }
  if (minimum !== undefined) found.push({ what: 'too small', value: minimum - 1, rule: 'minimum' });
  if (maximum !== undefined) found.push({ what: 'too large', value: maximum + 1, rule: 'maximum' });
  return found;
}

/** Longer than allowed, and by the pattern otherwise where that can be. */
function longer(maxLength: number, pattern: string): string {
  const all = ['', 'https://sample.example/'].map((start) => start + 'x'.repeat(maxLength + 1));
  return all.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'x'.repeat(maxLength + 1);
}

function listBreaches(contract: Contract, { minItems, maxItems, uniqueItems, items }: Schema): BadValue[] {
  const found: BadValue[] = [];
  if (minItems) found.push({ what: 'too few', value: [], rule: 'minItems' });
  if (!items) return found;
  const item = sampleOf(contract, items);
  if (uniqueItems) found.push({ what: 'twice the same', value: [item, item], rule: 'uniqueItems' });
  if (maxItems !== undefined) {
    found.push({ what: 'too many', value: Array(maxItems + 1).fill(item), rule: uniqueItems ? '' : 'maxItems' });
  }
  return found;
}

function mapBreaches(contract: Contract, { propertyNames, maxProperties, additionalProperties }: Schema): BadValue[] {
  if (typeof additionalProperties !== 'object') return [];
  const member = sampleOf(contract, additionalProperties);
  const found: BadValue[] = [];
  if (propertyNames) {
    found.push({ what: 'with an odd name', value: { '?': member }, rule: 'propertyNames', below: '/?' });
  }
  if (maxProperties !== undefined) {
    const names = Array.from({ length: maxProperties + 1 }, (_, index) => `en-${1000 + index}`);
    found.push({
      what: 'with too many members',
      value: Object.fromEntries(names.map((name) => [name, member])),
      rule: 'maxProperties',
    });
  }
  return found;
}
