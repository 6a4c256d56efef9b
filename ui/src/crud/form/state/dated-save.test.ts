import { describe, expect, it } from 'vitest';
import type { UpcomingChange } from '#crud/change-set/upcoming-text.ts';
import {
  change,
  doneEvent,
  errorEvent,
  formInput,
  openForm,
  problem,
  record,
  toValues,
} from '#testing/record-form-harness.ts';
import { NO_PROPOSAL } from './form-context.ts';

const values = toValues(record);

describe('the date of a save', () => {
  const day = '2027-04-06';

  it('goes to the save, and the form shows the live values again afterwards', async () => {
    const harness = await openForm(formInput(44, null, true));
    change(harness, '/name', 'Cathay');
    harness.actor.send({ type: 'SCHEDULE', effectiveOn: day });
    harness.actor.send({ type: 'SAVE' });
    expect(harness.effects.save.mock.lastCall?.[0]).toMatchObject({ version: 1, effectiveOn: day });
    await harness.settle(doneEvent('save', { status: 202, record, datedSet: { id: 7 } }));
    expect(harness.state()).toEqual({ editing: 'pristine' });
    expect(harness.context()).toMatchObject({ values, effectiveOn: null, saveResult: { datedSet: { id: 7 } } });
  });

  it('stays with what was typed while the save was in progress', async () => {
    const harness = await openForm(formInput(44, null, true));
    change(harness, '/name', 'Cathay');
    harness.actor.send({ type: 'SCHEDULE', effectiveOn: day });
    harness.actor.send({ type: 'SAVE' });
    change(harness, '/name', 'Cathay!');
    await harness.settle(doneEvent('save', { status: 202, record, datedSet: { id: 7 } }));
    expect(harness.context()).toMatchObject({ values: { name: 'Cathay!' }, effectiveOn: day });
  });

  it('survives in a draft, a conflict and an error, which goes once another day is chosen', async () => {
    const draft = { values: { ...values, name: 'Cathay' }, baseValues: values, version: 1, effectiveOn: day };
    const harness = await openForm(formInput(44, draft));
    harness.actor.send({ type: 'RESUME_DRAFT' });
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(errorEvent('save', problem(412, { current: { ...record, version: 2, symbol: '¥' } })));
    harness.actor.send({ type: 'SAVE_MERGED' });
    expect(harness.effects.save.mock.lastCall?.[0]).toMatchObject({ version: 2, effectiveOn: day });
    const passed = { pointer: '/effectiveOn', rule: 'notAhead' as const, message: '…' };
    await harness.settle(errorEvent('save', problem(422, { fields: [passed] })));
    expect(harness.context()).toMatchObject({ errors: [passed], effectiveOn: day });
    harness.actor.send({ type: 'SCHEDULE', effectiveOn: '2027-04-07' });
    expect(harness.context().errors).toEqual([]);
    harness.actor.send({ type: 'DISCARD' });
    expect(harness.context().effectiveOn).toBeNull();
  });

  it('moves the base of what is typed to what is due before it', async () => {
    const harness = await openForm(formInput(44, null, true));
    const upcoming = [upcomingName('2027-04-06', 'Cathay'), upcomingName('2027-10-01', 'Zhongguo')];
    harness.actor.send({ type: 'REFRESH_PROPOSAL', ownProposal: NO_PROPOSAL, upcoming });
    expect(harness.context().values).toEqual(values);
    change(harness, '/symbol', '¥');
    harness.actor.send({ type: 'SCHEDULE', effectiveOn: '2027-09-30' });
    expect(harness.context().values).toEqual({ ...values, name: 'Cathay', symbol: '¥' });
    change(harness, '/name', 'Middle Kingdom');
    harness.actor.send({ type: 'SCHEDULE', effectiveOn: '2027-10-01' });
    expect(harness.context().values).toMatchObject({ name: 'Middle Kingdom', symbol: '¥' });
    change(harness, '/name', 'Zhongguo');
    harness.actor.send({ type: 'SCHEDULE', effectiveOn: '2027-04-05' });
    // back on what is stored now, without what was the same then
    expect(harness.context().values).toEqual({ ...values, symbol: '¥' });
    harness.actor.send({ type: 'SAVE' });
    expect(harness.effects.save.mock.lastCall?.[0]).toMatchObject({ upcoming, effectiveOn: '2027-04-05' });
  });

  it('keeps what is typed when what is due before it changes', async () => {
    const harness = await openForm(formInput(44, null, true));
    harness.actor.send({ type: 'REFRESH_PROPOSAL', ownProposal: NO_PROPOSAL, upcoming: [upcomingName(day, 'Cathay')] });
    change(harness, '/symbol', '¥');
    harness.actor.send({ type: 'SCHEDULE', effectiveOn: day });
    harness.actor.send({ type: 'REFRESH_PROPOSAL', ownProposal: NO_PROPOSAL, upcoming: [] });
    expect(harness.context().values).toEqual({ ...values, symbol: '¥' });
    harness.actor.send({ type: 'DISCARD' });
    expect(harness.context().values).toEqual(values);
  });
});

/** What a change set does to the name of the record on a day. */
const upcomingName = (day: string, name: string): UpcomingChange => ({
  recordId: 44,
  changeSet: { id: 7, title: 'Rename', status: 'scheduled' },
  item: { id: 70, version: 1 },
  effectiveOn: `${day}T00:00`,
  effectiveTime: '2099-04-06T00:00:00.000Z',
  action: 'update',
  event: null,
  changes: ['/name'],
  values: { name },
});
