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
  const proposedValues = { ...values, name: 'Cathay' };

  async function openProposal() {
    const harness = await openForm(formInput(44, null, true));
    harness.actor.send({ type: 'REFRESH_PROPOSAL', changes, upcoming: [] });
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
    harness.actor.send({ type: 'REFRESH_PROPOSAL', changes, upcoming: [] });
    expect([harness.state(), harness.context().values]).toEqual([{ editing: 'unsaved' }, { ...values, symbol: '¥' }]);
  });

  it('does not replace a draft that removes it', async () => {
    const harness = await openForm(formInput(44, { values, baseValues: values, version: 1 }));
    harness.actor.send({ type: 'REFRESH_PROPOSAL', changes, upcoming: [] });
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

  it('does not belong to the new record that a deleted one is saved as', async () => {
    const harness = await openProposal();
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(errorEvent('save', problem(404)));
    harness.actor.send({ type: 'KEEP_AS_NEW' });
    expect(harness.context().proposedChanges).toEqual([]);
  });
});
