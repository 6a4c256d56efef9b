import { describe, expect, it } from 'vitest';
import { ReopeningDeclined } from '#crud/change-set/reopening.ts';
import {
  change,
  createHarness,
  doneEvent,
  errorEvent,
  formInput,
  missingNameError,
  openForm,
  problem,
  record,
  toValues,
} from '#testing/record-form-harness.ts';
import { NO_PROPOSAL } from './form-context.ts';

const values = toValues(record);
async function saveName(name: string) {
  const harness = await openForm();
  change(harness, '/name', name);
  harness.actor.send({ type: 'SAVE' });
  return harness;
}

describe('validating', () => {
  it('shows the errors and focuses the first one without a request', async () => {
    const harness = await saveName('');
    expect([harness.state(), harness.context().errors]).toEqual([{ editing: 'unsaved' }, [missingNameError]]);
    expect(harness.effects.focusFirstError).toHaveBeenCalledOnce();
    expect(harness.effects.save).not.toHaveBeenCalled();
  });

  it('clears the error of a field when the field changes', async () => {
    const harness = await saveName('');
    change(harness, '/symbol', '¥');
    expect(harness.context().errors).toEqual([missingNameError]);
    change(harness, '/name', 'C');
    expect(harness.context().errors).toEqual([]);
  });
});

describe('a failed save', () => {
  it.each([
    ['422 with fields', problem(422, { key: 'validationError', fields: [missingNameError] }), [missingNameError]],
    ['409 duplicateCode', problem(409, { key: 'duplicateCode' }), []],
    ['409 proposalOpen', problem(409, { key: 'proposalOpen' }), []],
    ['403', problem(403, { key: 'forbidden' }), []],
    ['412 without the current record', problem(412), []],
    ['no connection', problem(0, { key: 'networkError' }), []],
    ['500', problem(500, { key: 'serverError' }), []],
  ])('with %s keeps the typed values and can be repeated', async (_what, error, errors) => {
    const harness = await saveName('Cathay');
    await harness.settle(errorEvent('save', error));
    expect([harness.state(), harness.context().values.name]).toEqual([{ editing: 'unsaved' }, 'Cathay']);
    expect([harness.context().problem, harness.context().errors]).toEqual([error, errors]);
    harness.actor.send({ type: 'SAVE' });
    expect(harness.state()).toBe('saving');
  });

  it('reports an unexpected exception as a problem', async () => {
    const harness = await saveName('Cathay');
    await harness.settle(errorEvent('save', new TypeError('x is not a function')));
    expect(harness.context().problem).toMatchObject({ key: 'unknownError', message: 'x is not a function' });
    expect(harness.context().values.name).toBe('Cathay');
  });
});

it('goes on without a message after the user has kept the approval of the set instead of saving', async () => {
  const harness = await saveName('Cathay');
  await harness.settle(errorEvent('save', new ReopeningDeclined()));
  expect([harness.state(), harness.context().values.name]).toEqual([{ editing: 'unsaved' }, 'Cathay']);
  expect(harness.context().problem).toBeNull();
  expect(harness.effects.showResult).not.toHaveBeenCalled();
});

describe('typing while a save is in progress', () => {
  it('keeps the new input as a change to the saved record', async () => {
    const harness = await saveName('Cathay');
    change(harness, '/symbol', '¥');
    await harness.settle(doneEvent('save', { status: 200, record: { ...record, version: 2, name: 'CATHAY' } }));
    expect(harness.state()).toEqual({ editing: 'unsaved' });
    expect(harness.context().values).toEqual({ ...values, name: 'CATHAY', symbol: '¥' });
    expect([harness.context().version, harness.context().baseValues.name]).toEqual([2, 'CATHAY']);
    expect(harness.effects.showResult).toHaveBeenCalledOnce();
  });

  it('keeps the new input when the save created a proposal', async () => {
    const harness = await saveName('Cathay');
    change(harness, '/name', 'Middle Kingdom');
    await harness.settle(doneEvent('save', { status: 202, record }));
    expect([harness.state(), harness.context().values.name]).toEqual([{ editing: 'unsaved' }, 'Middle Kingdom']);
    expect([harness.context().version, harness.context().saveResult?.status]).toEqual([1, 202]);
  });

  it('updates a new record by the id from its first save', async () => {
    const harness = createHarness(formInput(null));
    harness.actor.start();
    change(harness, '/name', 'Example');
    harness.actor.send({ type: 'SAVE' });
    change(harness, '/symbol', 'E');
    await harness.settle(doneEvent('save', { status: 201, record: { ...record, id: 300, name: 'Example' } }));
    harness.actor.send({ type: 'SAVE' });
    expect(harness.effects.save).toHaveBeenLastCalledWith(expect.objectContaining({ id: 300, version: 1 }));
  });
});

describe('a version conflict', () => {
  const theirs = { ...record, version: 5, name: 'PRC', currency: 'CNH' };

  async function openConflict() {
    const harness = await openForm();
    change(harness, '/name', 'Cathay');
    change(harness, '/symbol', '¥');
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(errorEvent('save', problem(412, { key: 'versionConflict', current: theirs })));
    return harness;
  }

  it.each([
    ['mine', 'Cathay'],
    ['theirs', 'PRC'],
  ] as const)('is merged into the new version, with %s for conflicting fields', async (side, name) => {
    const harness = await openConflict();
    expect(harness.state()).toEqual({ conflict: 'choosing' });
    expect(harness.context().merge).toMatchObject({
      conflicts: ['/name'],
      theirChanges: ['/currency'],
      myChanges: ['/symbol'],
    });
    harness.actor.send({ type: 'CHOOSE', pointer: '/name', side });
    harness.actor.send({ type: 'SAVE_MERGED' });
    expect(harness.effects.save).toHaveBeenLastCalledWith({
      id: 44,
      version: 5,
      ownProposal: NO_PROPOSAL,
      effectiveOn: null,
      upcoming: [],
      values: { code: 'CN', name, currency: 'CNH', symbol: '¥' },
    });
  });

  it('can be closed, which restores the edit of the old version', async () => {
    const harness = await openConflict();
    harness.actor.send({ type: 'CLOSE_CONFLICT' });
    expect(harness.state()).toEqual({ editing: 'unsaved' });
    expect(harness.context()).toMatchObject({ version: 1, baseValues: values, merge: null });
    expect(harness.context().values).toEqual({ ...values, name: 'Cathay', symbol: '¥' });
  });

  it('can be resolved by discarding the edit', async () => {
    const harness = await openConflict();
    harness.actor.send({ type: 'DISCARD_MINE' });
    expect(harness.state()).toEqual({ editing: 'pristine' });
    expect(harness.context()).toMatchObject({ version: 5, values: toValues(theirs) });
  });

  it('does not count changed codes of references as changes', async () => {
    const codeChanges = [{ field: 'currency', from: 'CNY', to: 'CNX' }];
    const current = { ...record, version: 7, currency: 'CNX', name: 'PRC', codeChanges };
    for (const [typedCurrency, currency] of [
      [undefined, 'CNX'],
      ['CNH', 'CNH'],
    ]) {
      const harness = await openForm();
      change(harness, '/symbol', '¥');
      if (typedCurrency) change(harness, '/currency', typedCurrency);
      harness.actor.send({ type: 'SAVE' });
      await harness.settle(errorEvent('save', problem(412, { current })));
      const { merge } = harness.context();
      expect(merge).toMatchObject({ conflicts: [], theirChanges: ['/name'], merged: { name: 'PRC', currency } });
      expect(merge?.myChanges).toEqual(typedCurrency ? ['/currency', '/symbol'] : ['/symbol']);
    }
  });

  it('needs no choice if both sides changed different fields', async () => {
    const harness = await openForm();
    change(harness, '/symbol', '¥');
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(errorEvent('save', problem(412, { current: theirs })));
    expect(harness.state()).toEqual({ conflict: 'resolved' });
  });
});

describe('a record that somebody else has deleted', () => {
  it('can be saved as a new record', async () => {
    const harness = await saveName('Cathay');
    await harness.settle(errorEvent('save', problem(404)));
    expect(harness.state()).toBe('deleted');
    harness.actor.send({ type: 'KEEP_AS_NEW' });
    harness.actor.send({ type: 'SAVE' });
    expect(harness.effects.save).toHaveBeenLastCalledWith({
      id: null,
      version: null,
      ownProposal: NO_PROPOSAL,
      effectiveOn: null,
      upcoming: [],
      values: { ...values, name: 'Cathay' },
    });
  });
});

describe('a draft', () => {
  const draftValues = { ...values, name: 'Cathay' };

  it('is saved when the session ends with unsaved changes, but not without', async () => {
    const [dirty, pristine] = [await openForm(), await openForm()];
    change(dirty, '/name', 'Cathay');
    for (const harness of [dirty, pristine]) harness.actor.send({ type: 'SESSION_ENDED' });
    expect(dirty.readDraft(44)).toEqual({ values: draftValues, baseValues: values, version: 1, time: 0 });
    expect(pristine.readDraft(44)).toBeNull();
  });

  it('of the current version is offered and resumed', async () => {
    const harness = await openForm(formInput(44, { values: draftValues, baseValues: values, version: 1 }));
    expect([harness.state(), harness.context().values]).toEqual(['draftOffered', values]);
    harness.actor.send({ type: 'RESUME_DRAFT' });
    expect([harness.state(), harness.context().values]).toEqual([{ editing: 'unsaved' }, draftValues]);
    expect(harness.readDraft(44)).not.toBeNull();
  });

  it('of an older version is merged with the current record', async () => {
    const draft = {
      values: { ...draftValues, symbol: 'old' },
      baseValues: { ...values, name: 'Chine', symbol: null },
      version: 0,
    };
    const harness = await openForm(formInput(44, draft));
    harness.actor.send({ type: 'RESUME_DRAFT' });
    expect(harness.state()).toEqual({ conflict: 'choosing' });
    expect(harness.context().merge).toMatchObject({ conflicts: ['/name'], myChanges: ['/symbol'] });
    expect(harness.context().theirs).toEqual(record);
  });

  it('of an older version is resumed if only codes of references have changed', async () => {
    const draft = {
      values: { ...draftValues, currency: 'CNH' },
      baseValues: { ...values, currency: 'CNH' },
      version: 0,
    };
    const harness = createHarness(formInput(44, draft));
    harness.actor.start();
    expect(harness.effects.load).toHaveBeenCalledWith({ id: 44, draftVersion: 0 });
    const codeChanges = [{ field: 'currency', from: 'CNH', to: 'CNY' }];
    await harness.settle(doneEvent('load', { ...record, codeChanges }));
    harness.actor.send({ type: 'RESUME_DRAFT' });
    expect(harness.actor.getSnapshot().value).toEqual({ editing: 'unsaved' });
    expect(harness.actor.getSnapshot().context).toMatchObject({ values: draftValues, baseValues: values, version: 1 });
  });

  it('can be declined', async () => {
    const harness = await openForm(formInput(44, { values: draftValues, baseValues: values, version: 1 }));
    harness.actor.send({ type: 'DECLINE_DRAFT' });
    expect([harness.state(), harness.context().values, harness.readDraft(44)]).toEqual([
      { editing: 'pristine' },
      values,
      null,
    ]);
  });

  it.each([
    [
      'the edit is discarded in a conflict',
      problem(412, { current: { ...record, version: 2, name: 'PRC' } }),
      'DISCARD_MINE',
    ],
    ['its record was deleted and is saved as a new one', problem(404), 'KEEP_AS_NEW'],
  ] as const)('is removed once %s', async (_what, error, type) => {
    const harness = await openForm(formInput(44, { values: draftValues, baseValues: values, version: 1 }));
    harness.actor.send({ type: 'RESUME_DRAFT' });
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(errorEvent('save', error));
    expect(harness.readDraft(44)).not.toBeNull();
    harness.actor.send({ type });
    expect(harness.readDraft(44)).toBeNull();
  });

  it('is removed after a save', async () => {
    const harness = await openForm(formInput(44, { values: draftValues, baseValues: values, version: 1 }));
    harness.actor.send({ type: 'RESUME_DRAFT' });
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(doneEvent('save', { status: 200, record: { ...record, name: 'Cathay', version: 2 } }));
    expect([harness.state(), harness.readDraft(44)]).toEqual(['saved', null]);
  });
});

describe('leaving', () => {
  it('while a save is in progress keeps the changes as a draft, in case that the save fails', async () => {
    const harness = await saveName('Cathay');
    harness.actor.send({ type: 'LEAVE' });
    expect([harness.state(), harness.readDraft(44)?.values.name]).toEqual(['saving', 'Cathay']);
    await harness.settle(doneEvent('save', { status: 200, record: { ...record, version: 2, name: 'Cathay' } }));
    expect(harness.readDraft(44)).toBeNull();
  });

  it.each([
    ['a conflict', problem(412, { current: { ...record, version: 2, name: 'PRC' } })],
    ['the note about a deleted record', problem(404)],
  ])('%s discards the draft', async (_what, error) => {
    const harness = await openForm();
    change(harness, '/name', 'Cathay');
    harness.actor.send({ type: 'AUTOSAVE' });
    harness.actor.send({ type: 'SAVE' });
    await harness.settle(errorEvent('save', error));
    expect(harness.readDraft(44)).not.toBeNull();
    harness.actor.send({ type: 'LEAVE' });
    expect(harness.readDraft(44)).toBeNull();
  });
});

describe('loading', () => {
  it('can be retried after a failure', async () => {
    const harness = createHarness(formInput(44));
    harness.actor.start();
    await harness.settle(errorEvent('load', problem(500)));
    expect([harness.actor.getSnapshot().value, harness.actor.getSnapshot().context.problem?.status]).toEqual([
      'failed',
      500,
    ]);
    harness.actor.send({ type: 'RETRY' });
    await harness.settle(doneEvent('load', record));
    expect(harness.actor.getSnapshot().value).toEqual({ editing: 'pristine' });
    expect(harness.actor.getSnapshot().context.problem).toBeNull();
  });

  it('is skipped for a new record', () => {
    const harness = createHarness(formInput(null));
    harness.actor.start();
    expect(harness.actor.getSnapshot().value).toEqual({ editing: 'pristine' });
    expect(harness.effects.load).not.toHaveBeenCalled();
  });
});
