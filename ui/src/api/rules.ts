import { type BodyName, type FieldRule, type Language, type Rule, rules } from './metadata.gen.ts';
import type { FieldError } from './problem.ts';
import { ruleText } from './texts.ts';

type RuleCheck = (value: unknown, others: unknown[]) => boolean;

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const areBothFilled = (value: unknown, [other]: unknown[]): boolean => !isEmpty(value) && !isEmpty(other);

/** Compares two decimal strings digit by digit, because floats would be rounded. */
export function isLess(a: string, b: string): boolean {
  const [[wholeA = '', partA = ''], [wholeB = '', partB = '']] = [a.split('.'), b.split('.')];
  const integerLength = Math.max(wholeA.length, wholeB.length);
  const fractionLength = Math.max(partA.length, partB.length);
  const digits = (before: string, after: string) =>
    before.padStart(integerLength, '0') + after.padEnd(fractionLength, '0');
  return digits(wholeA, partA) < digits(wholeB, partB);
}

/** Whether a value violates each rule. All rules but the first two ignore empty values. */
export const RULE_CHECKS: Partial<Record<Rule, RuleCheck>> = {
  together: (value, others) => isEmpty(value) && !others.every(isEmpty),
  oneNeeded: (value, others) => [value, ...others].every(isEmpty),
  different: (value, others) => areBothFilled(value, others) && value === others[0],
  notBefore: (value, others) => areBothFilled(value, others) && String(value) < String(others[0]),
  notBelow: (value, others) => areBothFilled(value, others) && isLess(String(value), String(others[0])),
  notNullIsland: (value, others) => value === 0 && others[0] === 0,
  chinaOnly: (value, others) => areBothFilled(value, others) && others[0] !== 'CN',
};

/** Returns the violated rules between the fields of a body. */
export function findRuleErrors(
  schema: BodyName,
  body: unknown,
  language: Language,
  fieldRules: readonly FieldRule[] = rules[schema] ?? [],
): FieldError[] {
  const read = (name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : null);
  return fieldRules
    .filter(({ rule, at, fields }) => RULE_CHECKS[rule]?.(read(at), fields.map(read)))
    .map(({ rule, at, other }) => ({
      pointer: `/${at}`,
      rule,
      message: ruleText(rule, language, other ? { other: other[language] } : {}),
    }));
}

/** Returns the pointer of a field, and those of the fields that make sense only together with it, such as the longitude with the latitude. */
export const withPartners = (schema: BodyName, pointer: string): string[] => [
  pointer,
  ...(rules[schema] ?? []).flatMap(({ rule, at, fields }) =>
    rule === 'together' && pointer === `/${at}` ? fields.map((name) => `/${name}`) : [],
  ),
];
