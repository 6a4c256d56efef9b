import { resolve } from '../../contract/contract.ts';
import { withoutNull } from '../../contract/entities.ts';
import type { Contract, Schema } from '../../contract/types.ts';
import { sampleValue } from './sample-values.ts';

export interface InvalidValue {
  /** The end of a case name, such as "too long". */
  description: string;
  value: unknown;
  /** The schema keyword that it violates, or an empty text if it violates several. */
  rule: string;
  /** The pointer below the value at which the error is reported. */
  subPointer?: string;
}

/** Returns values that do not match a schema. */
export function invalidValuesOf(contract: Contract, schema: Schema): InvalidValue[] {
  const nonNull = withoutNull(contract, schema);
  return [
    { description: 'of the wrong type', value: wrongType(nonNull), rule: nonNull.enum ? '' : 'type' },
    ...violationsOf(contract, nonNull),
  ];
}

/** Returns pairs of a description and a text for a query, path or header parameter that does not match its schema. */
export function invalidParameterTexts(contract: Contract, schema: Schema): [string, string][] {
  const nonNull = resolve(contract, schema);
  const violations: [string, unknown][] =
    nonNull.type === 'integer' || nonNull.type === 'boolean' ? [['of the wrong type', 'x']] : [];
  // a list parameter is one text with values separated by commas
  const itemViolations = nonNull.items ? scalarViolations(resolve(contract, nonNull.items)) : [];
  return [
    ...violations,
    ...[...violationsOf(contract, nonNull), ...itemViolations].map(({ description, value }): [string, unknown] => [
      description,
      value,
    ]),
  ].map(([description, value]) => [description, String(value)]);
}

/** Returns texts that differ from one that matches a pattern by what patterns of backends often let through. */
export function nearMissesOf(
  { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema,
  text: string,
): InvalidValue[] {
  if (pattern === undefined) return [];
  const regex = new RegExp(pattern, 'u');
  const fullWidth = text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));
  const texts = {
    'with a control character in it': `${text.slice(0, 1)}\u0001${text.slice(1)}`,
    'with a line end after it': `${text}\n`,
    'with a space before it': ` ${text}`,
    'with a space after it': `${text} `,
    'of digits alone': '1'.repeat(text.length),
    'of letters alone': 'Q'.repeat(text.length),
    'in full width': fullWidth,
  };
  return Object.entries(texts)
    .filter(([, value]) => !regex.test(value) && value.length >= minLength && value.length <= maxLength)
    .map(([description, value]) => ({ description, value, rule: 'pattern' }));
}

function wrongType({ type }: Schema): unknown {
  return [type].flat().some((typeName) => typeName === 'object' || typeName === 'array') ? 'text' : { text: 'text' };
}

function violationsOf(contract: Contract, schema: Schema): InvalidValue[] {
  return [...scalarViolations(schema), ...listViolations(contract, schema), ...mapViolations(contract, schema)];
}

function scalarViolations(schema: Schema): InvalidValue[] {
  const violations: InvalidValue[] = [];
  const { minLength = 1, maxLength, minimum, maximum, pattern = '' } = schema;
  const isInteger = [schema.type].flat().includes('integer');
  if (schema.enum)
    violations.push({ description: 'outside the enum', value: isInteger ? 3 : 'nonsense', rule: 'enum' });
  if (schema.pattern)
    violations.push({ description: 'that does not match the pattern', value: ' '.repeat(minLength), rule: 'pattern' });
  if (schema.format === 'uuid')
    violations.push({ description: 'that is not a UUID', value: 'nonsense', rule: 'format' });
  if (schema.format?.startsWith('date'))
    violations.push({ description: 'that is not a date', value: '2026-02-30', rule: 'format' });
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

/** Returns a text that is too long, and matches the pattern if possible. */
function tooLongText(maxLength: number, pattern: string): string {
  const candidates = ['', 'https://sample.example/'].map((prefix) => prefix + 'x'.repeat(maxLength + 1));
  return candidates.find((text) => new RegExp(pattern, 'u').test(text)) ?? 'x'.repeat(maxLength + 1);
}

function listViolations(contract: Contract, { minItems, maxItems, uniqueItems, items }: Schema): InvalidValue[] {
  const violations: InvalidValue[] = [];
  if (minItems) violations.push({ description: 'with too few items', value: [], rule: 'minItems' });
  if (!items) return violations;
  const item = sampleValue(contract, items);
  if (uniqueItems) violations.push({ description: 'with duplicate items', value: [item, item], rule: 'uniqueItems' });
  if (maxItems !== undefined) {
    violations.push({
      description: 'with too many items',
      value: Array(maxItems + 1).fill(item),
      rule: uniqueItems ? '' : 'maxItems',
    });
  }
  return violations;
}

function mapViolations(
  contract: Contract,
  { propertyNames, maxProperties, additionalProperties }: Schema,
): InvalidValue[] {
  if (typeof additionalProperties !== 'object') return [];
  const member = sampleValue(contract, additionalProperties);
  const violations: InvalidValue[] = [];
  if (propertyNames) {
    violations.push({
      description: 'with an invalid member name',
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
