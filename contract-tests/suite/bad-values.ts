import { resolve } from '../contract/contract.ts';
import { withoutNull } from '../contract/entities.ts';
import type { Contract, Schema } from '../contract/types.ts';
import { sampleOf } from './samples.ts';

export interface BadValue {
  /** Says what is wrong with the value. */
  description: string;
  value: unknown;
  /** The schema keyword that it breaks; empty if it breaks several. */
  rule: string;
  /** The pointer below the value at which the error is reported. */
  subPointer?: string;
}

/** Values that do not match a schema. */
export function badValues(contract: Contract, schema: Schema): BadValue[] {
  const nonNull = withoutNull(contract, schema);
  return [
    { description: 'of another type', value: wrongType(nonNull), rule: nonNull.enum ? '' : 'type' },
    ...violationsOf(contract, nonNull),
  ];
}

/** The same for parameters in a query, a path or a header, which are texts. */
export function badParameterTexts(contract: Contract, schema: Schema): [string, string][] {
  const nonNull = resolve(contract, schema);
  const violations: [string, unknown][] =
    nonNull.type === 'integer' || nonNull.type === 'boolean' ? [['of another type', 'x']] : [];
  return [
    ...violations,
    ...violationsOf(contract, nonNull).map(({ description, value }): [string, unknown] => [description, value]),
  ].map(([description, value]) => [description, String(value)]);
}

function wrongType({ type }: Schema): unknown {
  return [type].flat().some((one) => one === 'object' || one === 'array') ? 'text' : { text: 'text' };
}

function violationsOf(contract: Contract, schema: Schema): BadValue[] {
  return [...scalarViolations(schema), ...listViolations(contract, schema), ...mapViolations(contract, schema)];
}

function scalarViolations(schema: Schema): BadValue[] {
  const violations: BadValue[] = [];
  const { minLength = 1, maxLength, minimum, maximum, pattern = '' } = schema;
  const isInteger = [schema.type].flat().includes('integer');
  if (schema.enum)
    violations.push({ description: 'not among the values', value: isInteger ? 3 : 'nonsense', rule: 'enum' });
  if (schema.pattern)
    violations.push({ description: 'that breaks the pattern', value: ' '.repeat(minLength), rule: 'pattern' });
  if (schema.format === 'uuid') violations.push({ description: 'that is no UUID', value: 'nonsense', rule: 'format' });
  if (schema.format?.startsWith('date'))
    violations.push({ description: 'that is no date', value: '2026-02-30', rule: 'format' });
  if (schema.minLength) {
    violations.push({
      description: 'too short',
      value: '',
      rule: new RegExp(pattern, 'u').test('') ? 'minLength' : '',
    });
  }
  if (maxLength !== undefined) {
    const value = tooLongText(maxLength, pattern);
    violations.push({ description: 'too long', value, rule: new RegExp(pattern, 'u').test(value) ? 'maxLength' : '' });
  }
  if (minimum !== undefined) violations.push({ description: 'too small', value: minimum - 1, rule: 'minimum' });
  if (maximum !== undefined) violations.push({ description: 'too large', value: maximum + 1, rule: 'maximum' });
  return violations;
}

/** A text that is too long and still matches the pattern, if there is one. */
function tooLongText(maxLength: number, pattern: string): string {
  const candidates = ['', 'https://sample.example/'].map((start) => start + 'x'.repeat(maxLength + 1));
  return candidates.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'x'.repeat(maxLength + 1);
}

function listViolations(contract: Contract, { minItems, maxItems, uniqueItems, items }: Schema): BadValue[] {
  const violations: BadValue[] = [];
  if (minItems) violations.push({ description: 'too few', value: [], rule: 'minItems' });
  if (!items) return violations;
  const item = sampleOf(contract, items);
  if (uniqueItems) violations.push({ description: 'twice the same', value: [item, item], rule: 'uniqueItems' });
  if (maxItems !== undefined) {
    violations.push({
      description: 'too many',
      value: Array(maxItems + 1).fill(item),
      rule: uniqueItems ? '' : 'maxItems',
    });
  }
  return violations;
}

function mapViolations(contract: Contract, { propertyNames, maxProperties, additionalProperties }: Schema): BadValue[] {
  if (typeof additionalProperties !== 'object') return [];
  const member = sampleOf(contract, additionalProperties);
  const violations: BadValue[] = [];
  if (propertyNames) {
    violations.push({
      description: 'with an odd name',
      value: { '?': member },
      rule: 'propertyNames',
      subPointer: '/?',
    });
  }
  if (maxProperties !== undefined) {
    const names = Array.from({ length: maxProperties + 1 }, (_, index) => `en-${1000 + index}`);
    violations.push({
      description: 'with too many members',
      value: Object.fromEntries(names.map((name) => [name, member])),
      rule: 'maxProperties',
    });
  }
  return violations;
}
