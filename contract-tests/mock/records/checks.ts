import type { Fields, MockRecord } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { conflict, type FieldFault, invalid } from '../refusal.ts';
import { isBelow } from './decimals.ts';
import { isEmpty } from './fields.ts';
import { referencesIn } from './references.ts';
import type { RecordStore } from './store.ts';

/** @throws Refusal if fields break a rule, refer to nothing, or are those of another record */
export function assertValid(store: RecordStore, kind: Kind, fields: Fields, id: number | undefined): void {
  const unknown = referencesIn(kind, fields)
    .filter(({ target, code }) => !store.findByCode(target, code))
    .map(({ pointer }): FieldFault => ({ pointer, rule: 'unknownReference' }));
  const faults = [...unknown, ...timeZoneFaults(fields), ...brokenRules(kind, fields)];
  if (faults.length > 0) throw invalid(...faults);
  assertUnique(store, kind, fields, id);
}

function assertUnique(store: RecordStore, kind: Kind, fields: Fields, id: number | undefined): void {
  const other = store
    .records(kind.tag)
    .find((record) => record.id !== id && kind.keyFields.every((name) => isSameKey(record[name], fields[name])));
  if (!other) return;
  const key = kind.title ? 'duplicateRecord' : 'duplicateCode';
  const pointer = `/${kind.keyFields.at(-1)}`;
  const parameters = { entity: kind.label };
  throw conflict(key, { parameters, fields: [{ pointer, rule: key, parameters }] });
}

const isSameKey = (a: unknown, b: unknown) => (a ?? null) === (b ?? null);

export const missingForApproval = (kind: Kind, fields: Fields): string[] =>
  kind.requiredToApprove.filter((name) => isEmpty(fields[name])).map((name) => `/${name}`);

/** @throws Refusal 422 for fields without a value that approval requires */
export function assertComplete(kind: Kind, fields: Fields | MockRecord): void {
  const missing = missingForApproval(kind, fields);
  if (missing.length > 0) throw invalid(...missing.map((pointer) => ({ pointer, rule: 'requiredToApprove' })));
}

function timeZoneFaults({ timezone }: Fields): FieldFault[] {
  if (typeof timezone !== 'string') return [];
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return [];
  } catch {
    return [{ pointer: '/timezone', rule: 'unknownTimeZone' }];
  }
}

const areFilled = (...values: unknown[]) => values.every((value) => !isEmpty(value));

/** Whether a value breaks a rule of `x-rules` against the other fields. */
const ruleTests: Record<string, (value: unknown, others: unknown[]) => boolean> = {
  together: (value, others) => isEmpty(value) && others.some((other) => !isEmpty(other)),
  oneNeeded: (value, others) => [value, ...others].every(isEmpty),
  different: (value, [other]) => areFilled(value, other) && value === other,
  notBefore: (value, [other]) => areFilled(value, other) && String(value) < String(other),
  notBelow: (value, [other]) => areFilled(value, other) && isBelow(String(value), String(other)),
  notNullIsland: (value, [other]) => value === 0 && other === 0,
  chinaOnly: (value, [other]) => areFilled(value, other) && other !== 'CN',
};

function brokenRules({ rules }: Kind, fields: Fields): FieldFault[] {
  return rules
    .filter(({ rule, at, fields: names }) =>
      ruleTests[rule]?.(
        fields[at],
        names.map((name) => fields[name]),
      ),
    )
    .map(({ rule, at, other }) => ({ pointer: `/${at}`, rule, ...(other && { parameters: { other } }) }));
}
