import { type BodyName, type FieldRule, type Language, type Rule, rules } from './facts.gen.ts';
import type { FieldError } from './problem.ts';
import { ruleText } from './texts.ts';

type Broken = (value: unknown, others: unknown[]) => boolean;

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const given = (value: unknown, [other]: unknown[]): boolean => !isEmpty(value) && !isEmpty(other);

/** Whether one decimal text is less than another, digit by digit: a float would round both. */
export function isLess(a: string, b: string): boolean {
  const [[wholeA = '', partA = ''], [wholeB = '', partB = '']] = [a.split('.'), b.split('.')];
  const whole = Math.max(wholeA.length, wholeB.length);
  const part = Math.max(partA.length, partB.length);
  const digits = (before: string, after: string) => before.padStart(whole, '0') + after.padEnd(part, '0');
  return digits(wholeA, partA) < digits(wholeB, partB);
}

/** When a value breaks the rule against others. But for the first two, a rule says nothing of what is empty. */
export const broken: Partial<Record<Rule, Broken>> = {
  together: (value, others) => isEmpty(value) && !others.every(isEmpty),
  oneNeeded: (value, others) => [value, ...others].every(isEmpty),
  different: (value, others) => given(value, others) && value === others[0],
  notBefore: (value, others) => given(value, others) && String(value) < String(others[0]),
  notBelow: (value, others) => given(value, others) && isLess(String(value), String(others[0])),
  notNullIsland: (value, others) => value === 0 && others[0] === 0,
  chinaOnly: (value, others) => given(value, others) && others[0] !== 'CN',
};

/** What a body's fields are not to one another, at the field to blame. */
export function brokenRules(
  schema: BodyName,
  body: unknown,
  language: Language,
  of: readonly FieldRule[] = rules[schema] ?? [],
): FieldError[] {
  const read = (name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : null);
  return of
    .filter(({ rule, at, fields }) => broken[rule]?.(read(at), fields.map(read)))
    .map(({ rule, at, other }) => ({
      pointer: `/${at}`,
      rule,
      message: ruleText(rule, language, other ? { other: other[language] } : {}),
    }));
}
