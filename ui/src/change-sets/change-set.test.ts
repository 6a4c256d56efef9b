import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { enums } from '#api/metadata.gen.ts';
import {
  type ChangeSet,
  dateInSentence,
  dateText,
  eventsOf,
  type SetEvent,
  type SetStatus,
  shortTitle,
} from './change-set.ts';

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

it('names the offset of the zone beside a date where the viewer has another one', () => {
  const zoneOfViewer = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const date = { effectiveOn: '2099-04-06T00:00', effectiveTime: '2099-04-05T16:00:00.000Z' };
  expect(dateText({ ...date, zone: zoneOfViewer })).toBe('2099-04-06');
  const [zone, offset] = zoneOfViewer === 'Asia/Shanghai' ? ['Asia/Tokyo', 'UTC+9'] : ['Asia/Shanghai', 'UTC+8'];
  expect(dateText({ ...date, zone })).toBe(`2099-04-06 00:00 ${offset}`);
  expect(dateText({ effectiveOn: null, effectiveTime: null, zone: null })).toBeUndefined();
});

it('keeps a date within a sentence in one line', () => {
  const date = { effectiveOn: '2099-04-06T00:00', effectiveTime: null, zone: null };
  expect(dateInSentence(date)).toBe('2099-\u206004-\u206006');
});

it('names a set with a long title by its beginning', () => {
  expect(shortTitle('Rename IST')).toBe('Rename IST');
  expect(shortTitle(`${'Rename 🚉 '.repeat(20)}`)).toMatch(/^(Rename 🚉 )+Renam?e?…$/u);
  expect([...shortTitle('🚉'.repeat(200))]).toHaveLength(61);
});
