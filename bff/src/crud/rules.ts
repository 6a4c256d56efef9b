import type { FieldRule } from '#http/contract.ts';
import type { FieldProblem } from '#http/problem.ts';
import { compareDecimals } from './decimal.ts';
import type { Entity, Fields } from './entity.ts';

type Broken = (value: unknown, others: unknown[]) => boolean;

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const given = (value: unknown, [other]: unknown[]) => !isEmpty(value) && !isEmpty(other);

/** When a value breaks the rule against others. But for the first two, a rule says nothing of what is empty. */
const broken: Partial<Record<FieldRule['rule'], Broken>> = {
  together: (value, others) => isEmpty(value) && others.some((other) => !isEmpty(other)),
  oneNeeded: (value, others) => [value, ...others].every(isEmpty),
  different: (value, others) => given(value, others) && value === others[0],
  notBefore: (value, others) => given(value, others) && String(value) < String(others[0]),
  notBelow: (value, others) => given(value, others) && compareDecimals(String(value), String(others[0])) < 0,
  notNullIsland: (value, others) => value === 0 && others[0] === 0,
  chinaOnly: (value, others) => given(value, others) && others[0] !== 'CN',
};

/** What breaks the contract's `x-rules`, at the field to blame. */
export function brokenRules({ rules }: Entity, fields: Fields): FieldProblem[] {
  return rules
    .filter(({ rule, at, fields: names }) =>
      broken[rule]?.(
        fields[at],
        names.map((name) => fields[name]),
      ),
    )
    .map(({ rule, at, other }) => ({ pointer: `/${at}`, rule, ...(other ? { parameters: { other } } : {}) }));
}
