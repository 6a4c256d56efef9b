import { describe, expect, it } from 'vitest';
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

const values = toValues(record);

describe("the user's own proposal", () => {
  const changes = [{ pointer: '/name', value: 'Cathay' }];
  const ownProposal = { version: 3, changes };
  const proposedValues = { ...values, name: 'Cathay' };

  async function openProposal() {
    const harness = await openForm(formInput(44, null, true));
    harness.actor.send({ type: 'REFRESH_PROPOSAL', ownProposal, upcoming: [] });
    return harness;
  }

  it('is shown without counting as an unsaved change', async () => {
    const harness = await openProposal();
    expect([harness.state(), harness.context().values]).toEqual([{ editing: 'pristine' }, proposedValues]);
  });

  it('is changed by typing the value of the record again, which is kept as a draft', async () => {
    const harness = await openProposal();
    change(harness, '/name', 'China');
    expect(harness.state()).toEqual({ editing: 'unsaved' });
    harness.actor.send({ type: 'SESSION_ENDED' });
    expect(harness.readDraft(44)?.values).toEqual(values);
  });

  it('is restored when changes to it are discarded', async () => {
    const harness = await openProposal();
    change(harness, '/name', 'China');
    harness.actor.send({ type: 'DISCARD' });
    expect([harness.state(), harness.context().values]).toEqual([{ editing: 'pristine' }, proposedValues]);
  });

  it('does not replace unsaved changes', async () => {
    const harness = await openForm();
    change(harness, '/symbol', '¥');
    harness.actor.send({ type: 'REFRESH_PROPOSAL', ownProposal, upcoming: [] });
    expect([harness.state(), harness.context().values]).toEqual([{ editing: 'unsaved' }, { ...values, symbol: '¥' }]);
  });

  it('does not replace a draft that removes it', async () => {
    const harness = await openForm(formInput(44, { values, baseValues: values, version: 1, ownProposal }));
    harness.actor.send({ type: 'REFRESH_PROPOSAL', ownProposal, upcoming: [] });
    harness.actor.send({ type: 'RESUME_DRAFT' });
    expect([harness.state(), harness.context().values]).toEqual([{ editing: 'unsaved' }, values]);
  });

  it('stays in the form when the record gets a newer version', async () => {
    const harness = await openProposal();
    harness.actor.send({ type: 'REFRESH', record: { ...record, version: 2, symbol: '¥' } });
    expect([harness.state(), harness.context().values]).toEqual([
      { editing: 'pristine' },
      { ...proposedValues, symbol: '¥' },
    ]);
  });

  describe('that a newer version of the record contradicts', () => {
    const newer = { ...record, version: 2, name: 'PRC', symbol: '¥' };

    it('stays based on the earlier version, so that the next save reports the conflict', async () => {
      const harness = await openProposal();
      harness.actor.send({ type: 'REFRESH', record: newer });
      expect([harness.state(), harness.context().values]).toEqual([{ editing: 'pristine' }, proposedValues]);
      harness.actor.send({ type: 'SAVE' });
      expect(harness.effects.save).toHaveBeenLastCalledWith(expect.objectContaining({ version: 1 }));
    });

    it('is compared with it on request, and saved with what the user chooses', async () => {
      const harness = await openProposal();
      harness.actor.send({ type: 'COMPARE', record: newer });
      expect(harness.context().merge).toMatchObject({ conflicts: ['/name'], theirChanges: ['/symbol'] });
      harness.actor.send({ type: 'CHOOSE', pointer: '/name', side: 'theirs' });
      harness.actor.send({ type: 'SAVE_MERGED' });
      const saved = { version: 2, values: { ...values, name: 'PRC', symbol: '¥' } };
      expect(harness.effects.save).toHaveBeenLastCalledWith(expect.objectContaining(saved));
    });

    it('is not based on it because unsaved changes are discarded', async () => {
      const harness = await openProposal();
      change(harness, '/currency', 'CNH');
      harness.actor.send({ type: 'COMPARE', record: newer });
      harness.actor.send({ type: 'DISCARD_MINE' });
      expect([harness.context().version, harness.context().values]).toEqual([1, proposedValues]);
    });
  });

  it('has all changes at once when a save has proposed them', async () => {
    const harness = await openForm(formInput(44, null, true));
    change(harness, '/name', 'Cathay');
    harness.actor.send({ type: 'AUTOSAVE' });
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(doneEvent('save', { status: 202, record }));
    expect([harness.state(), harness.context().values, harness.readDraft(44)]).toEqual([
      { editing: 'pristine' },
      proposedValues,
      null,
    ]);
  });

  describe('that has changed elsewhere since the form was opened', () => {
    const newerProposal = { version: 4, changes: [{ pointer: '/symbol', value: '¥' }, ...changes] };
    const conflict = (newer: object) =>
      errorEvent('save', problem(412, { current: { ...record, ownProposal: newer } }));

    async function saveUnseen(newer: object = newerProposal) {
      const harness = await openProposal();
      change(harness, '/currency', 'CNH');
      harness.actor.send({ type: 'SAVE' });
      expect(harness.effects.save).toHaveBeenLastCalledWith(expect.objectContaining({ ownProposal }));
      await harness.settle(conflict(newer));
      return harness;
    }

    it('is merged with the changes of the form, and replaced by both', async () => {
      const harness = await saveUnseen();
      expect(harness.context().merge).toMatchObject({
        conflicts: [],
        theirChanges: ['/symbol'],
        myChanges: ['/currency'],
      });
      harness.actor.send({ type: 'SAVE_MERGED' });
      const merged = { ...proposedValues, symbol: '¥', currency: 'CNH' };
      const saved = { version: 1, ownProposal: newerProposal, values: merged };
      expect(harness.effects.save).toHaveBeenLastCalledWith(expect.objectContaining(saved));
    });

    it('leaves the choice where both have other values', async () => {
      const harness = await saveUnseen({ version: 4, changes: [{ pointer: '/currency', value: 'CNX' }] });
      expect(harness.context().merge).toMatchObject({ conflicts: ['/currency'], theirChanges: ['/name'] });
      harness.actor.send({ type: 'CHOOSE', pointer: '/currency', side: 'theirs' });
      harness.actor.send({ type: 'SAVE_MERGED' });
      const saved = { values: { ...values, currency: 'CNX' } };
      expect(harness.effects.save).toHaveBeenLastCalledWith(expect.objectContaining(saved));
    });

    it('is shown when the changes of the form are discarded', async () => {
      const harness = await saveUnseen();
      harness.actor.send({ type: 'DISCARD_MINE' });
      expect([harness.state(), harness.context().values, harness.context().ownProposal]).toEqual([
        { editing: 'pristine' },
        { ...proposedValues, symbol: '¥' },
        newerProposal,
      ]);
    });

    it.each([
      ['deletes the record', { version: 4, changes: [], isDeletion: true }],
      ['has been decided on', { version: 0, changes: [] }],
    ])('keeps what was proposed among the changes of the form if it %s', async (_, newer) => {
      const harness = await saveUnseen(newer);
      expect(harness.context().merge).toMatchObject({
        conflicts: [],
        theirChanges: [],
        myChanges: ['/name', '/currency'],
      });
      harness.actor.send({ type: 'SAVE_MERGED' });
      const saved = { ownProposal: newer, values: { ...proposedValues, currency: 'CNH' } };
      expect(harness.effects.save).toHaveBeenLastCalledWith(expect.objectContaining(saved));
    });

    it('is not what unsaved changes are based on, although the page has loaded it', async () => {
      const harness = await openProposal();
      change(harness, '/currency', 'CNH');
      harness.actor.send({ type: 'REFRESH_PROPOSAL', ownProposal: newerProposal, upcoming: [] });
      expect(harness.context()).toMatchObject({ ownProposal, values: { ...proposedValues, currency: 'CNH' } });
    });

    it('is merged with a draft of an earlier visit', async () => {
      const draft = { values: { ...proposedValues, currency: 'CNH' }, baseValues: values, version: 1, ownProposal };
      const harness = await openForm(formInput(44, draft));
      harness.actor.send({ type: 'REFRESH_PROPOSAL', ownProposal: newerProposal, upcoming: [] });
      harness.actor.send({ type: 'RESUME_DRAFT' });
      expect(harness.context().merge).toMatchObject({ theirChanges: ['/symbol'], myChanges: ['/currency'] });
    });

    it('is compared with a draft that is resumed without a question when that is saved', async () => {
      const draft = { values: { ...proposedValues, currency: 'CNH' }, baseValues: values, version: 1, ownProposal };
      const harness = await openForm({ ...formInput(44, draft), resumesDraft: true });
      harness.actor.send({ type: 'REFRESH_PROPOSAL', ownProposal: newerProposal, upcoming: [] });
      harness.actor.send({ type: 'SAVE' });
      expect(harness.effects.save).toHaveBeenLastCalledWith(expect.objectContaining({ ownProposal }));
    });
  });

  it('has the version of the latest save', async () => {
    const harness = await openForm(formInput(44, null, true));
    change(harness, '/name', 'Cathay');
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(doneEvent('save', { status: 202, record, proposalVersion: 5 }));
    expect(harness.context().ownProposal).toEqual({ version: 5, changes });
  });

  it('does not belong to the new record that a deleted one is saved as', async () => {
    const harness = await openProposal();
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(errorEvent('save', problem(404)));
    harness.actor.send({ type: 'KEEP_AS_NEW' });
    expect(harness.context().ownProposal).toEqual({ version: 0, changes: [] });
  });
});
