import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { enums } from '#api/metadata.gen.ts';
import { type ChangeSet, eventsOf, type SetEvent, type SetStatus } from './change-set.ts';

// the cast: the events depend on nothing else
const inStatus = (status: SetStatus) => ({ status }) as ChangeSet;

it('offers the events of each status that the contract has', () => {
  const contract = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'));
  const transitions: Record<SetEvent, { from: SetStatus[] }> =
    contract.components.schemas.ChangeSetEvent['x-transitions'];
  for (const status of enums.ChangeSetStatus) {
    const allowed = enums.ChangeSetEvent.filter((event) => transitions[event].from.includes(status));
    expect([...eventsOf(inStatus(status))].sort(), status).toEqual([...allowed].sort());
  }
});

it('neither edits nor takes back what takes another set back', () => {
  const reverting = (status: SetStatus) => eventsOf({ ...inStatus(status), revertsId: 7 });
  expect(reverting('submitted')).toEqual(['withdraw', 'reject', 'approve']);
  expect(reverting('rejected')).toEqual(['withdraw']);
  expect(reverting('released')).toEqual([]);
});
