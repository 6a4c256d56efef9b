import { describe, expect, it } from 'vitest';
import { createHarness, inputOf, nameMissing, problem, record, toValues } from './record-form-harness.ts';

const values = toValues(record);
const done = (effect: string, output: unknown) => ({ type: `xstate.done.actor.${effect}`, output });
const failed = (effect: string, error: unknown) => ({ type: `xstate.error.actor.${effect}`, error });

function change(harness: ReturnType<typeof createHarness>, pointer: string, value: unknown): void {
  harness.actor.send({ type: 'CHANGE', pointer, value });
}

async function loaded(input = inputOf(44)) {
  const harness = createHarness(input);
  harness.actor.start();
  await harness.answer(done('load', record));
  return {
    ...harness,
    context: () => harness.actor.getSnapshot().context,
    at: () => harness.actor.getSnapshot().value,
  };
}

async function saving(name: string) {
  const harness = await loaded();
  change(harness, '/name', name);
  harness.actor.send({ type: 'SAVE' });
  return harness;
}

describe('validating', () => {
  it('comes back with the errors, the first in focus, and asks the server nothing', async () => {
    const harness = await saving('');
    expect([harness.at(), harness.context().errors]).toEqual([{ editing: 'dirty' }, [nameMissing]]);
    expect(harness.effects.focusFirst).toHaveBeenCalledOnce();
    expect(harness.effects.save).not.toHaveBeenCalled();
  });

  it('drops a field’s error once the field is changed', async () => {
    const harness = await saving('');
    change(harness, '/symbol', '¥');
    expect(harness.context().errors).toEqual([nameMissing]);
    change(harness, '/name', 'C');
    expect(harness.context().errors).toEqual([]);
  });
});

describe('a refused save', () => {
  it.each([
    ['422 with fields', problem(422, { key: 'validationError', fields: [nameMissing] }), [nameMissing]],
    ['409 duplicateCode', problem(409, { key: 'duplicateCode' }), []],
    ['409 proposalOpen', problem(409, { key: 'proposalOpen' }), []],
    ['403', problem(403, { key: 'forbidden' }), []],
    ['412 without the current record', problem(412), []],
    ['no connection', problem(0, { key: 'networkError' }), []],
    ['500', problem(500, { key: 'serverError' }), []],
  ])('%s keeps what is typed, and can be tried again', async (_what, error, errors) => {
    const harness = await saving('Cathay');
    await harness.answer(failed('save', error));
    expect([harness.at(), harness.context().values.name]).toEqual([{ editing: 'dirty' }, 'Cathay']);
    expect([harness.context().problem, harness.context().errors]).toEqual([error, errors]);
    harness.actor.send({ type: 'SAVE' });
    expect(harness.at()).toBe('saving');
  });

  it('by a mistake of our own is a problem too', async () => {
    const harness = await saving('Cathay');
    await harness.answer(failed('save', new TypeError('x is not a function')));
    expect(harness.context().problem).toMatchObject({ key: 'unknownError', message: 'x is not a function' });
    expect(harness.context().values.name).toBe('Cathay');
  });
});

describe('typing while a save is under way', () => {
  it('leaves that typed, over the record as it was saved', async () => {
    const harness = await saving('Cathay');
    change(harness, '/symbol', '¥');
    await harness.answer(done('save', { status: 200, record: { ...record, version: 2, name: 'CATHAY' } }));
    expect(harness.at()).toEqual({ editing: 'dirty' });
    expect(harness.context().values).toEqual({ ...values, name: 'CATHAY', symbol: '¥' });
    expect([harness.context().version, harness.context().baseValues.name]).toEqual([2, 'CATHAY']);
    expect(harness.effects.notify).toHaveBeenCalledOnce();
  });

  it('leaves that typed beside a proposal', async () => {
    const harness = await saving('Cathay');
    change(harness, '/name', 'Middle Kingdom');
    await harness.answer(done('save', { status: 202, record }));
    expect([harness.at(), harness.context().values.name]).toEqual([{ editing: 'dirty' }, 'Middle Kingdom']);
    expect([harness.context().version, harness.context().saved?.status]).toEqual([1, 202]);
  });

  it('goes on with the id that a new record got', async () => {
    const harness = createHarness(inputOf(null));
    harness.actor.start();
    change(harness, '/name', 'Example');
    harness.actor.send({ type: 'SAVE' });
    change(harness, '/symbol', 'E');
    await harness.answer(done('save', { status: 201, record: { ...record, id: 300, name: 'Example' } }));
    harness.actor.send({ type: 'SAVE' });
    expect(harness.effects.save).toHaveBeenLastCalledWith(expect.objectContaining({ id: 300, version: 1 }));
  });
});

describe('a record that somebody else has changed', () => {
  const theirs = { ...record, version: 5, name: 'PRC', currency: 'CNH' };

  async function conflicting() {
    const harness = await loaded();
    change(harness, '/name', 'Cathay');
    change(harness, '/symbol', '¥');
    harness.actor.send({ type: 'SAVE' });
    await harness.answer(failed('save', problem(412, { key: 'versionConflict', current: theirs })));
    return harness;
  }

  it.each([
    ['mine', 'Cathay'],
    ['theirs', 'PRC'],
  ] as const)('is merged, with %s where both changed a field, over the new version', async (side, name) => {
    const harness = await conflicting();
    expect(harness.at()).toEqual({ conflict: 'choosing' });
    expect(harness.context().merge).toMatchObject({
      conflicts: ['/name'],
      takenTheirs: ['/currency'],
      takenMine: ['/symbol'],
    });
    harness.actor.send({ type: 'CHOOSE', pointer: '/name', side });
    harness.actor.send({ type: 'SAVE_MERGED' });
    expect(harness.effects.save).toHaveBeenLastCalledWith({
      id: 44,
      version: 5,
      values: { code: 'CN', name, currency: 'CNH', symbol: '¥' },
    });
  });

  it('can be gone back from, to what was typed over what it was typed over', async () => {
    const harness = await conflicting();
    harness.actor.send({ type: 'CLOSE_CONFLICT' });
    expect(harness.at()).toEqual({ editing: 'dirty' });
    expect(harness.context()).toMatchObject({ version: 1, baseValues: values, merge: null });
    expect(harness.context().values).toEqual({ ...values, name: 'Cathay', symbol: '¥' });
  });

  it('can be taken as it is', async () => {
    const harness = await conflicting();
    harness.actor.send({ type: 'DISCARD_MINE' });
    expect(harness.at()).toEqual({ editing: 'pristine' });
    expect(harness.context()).toMatchObject({ version: 5, values: toValues(theirs) });
  });

  it('is told of without codes that have only become others, whatever was typed beside them', async () => {
    const codeChanges = [{ field: 'currency', from: 'CNY', to: 'CNX' }];
    const current = { ...record, version: 7, currency: 'CNX', name: 'PRC', codeChanges };
    for (const [typed, currency] of [
      [undefined, 'CNX'],
      ['CNH', 'CNH'],
    ]) {
      const harness = await loaded();
      change(harness, '/symbol', '¥');
      if (typed) change(harness, '/currency', typed);
      harness.actor.send({ type: 'SAVE' });
      await harness.answer(failed('save', problem(412, { current })));
      const { merge } = harness.context();
      expect(merge).toMatchObject({ conflicts: [], takenTheirs: ['/name'], merged: { name: 'PRC', currency } });
      expect(merge?.takenMine).toEqual(typed ? ['/currency', '/symbol'] : ['/symbol']);
    }
  });

  it('needs no choice where the changes do not touch', async () => {
    const harness = await loaded();
    change(harness, '/symbol', '¥');
    harness.actor.send({ type: 'SAVE' });
    await harness.answer(failed('save', problem(412, { current: theirs })));
    expect(harness.at()).toEqual({ conflict: 'resolved' });
  });
});

describe('a record that somebody else has deleted', () => {
  it('can be kept as a new one', async () => {
    const harness = await saving('Cathay');
    await harness.answer(failed('save', problem(404)));
    expect(harness.at()).toBe('gone');
    harness.actor.send({ type: 'KEEP_AS_NEW' });
    harness.actor.send({ type: 'SAVE' });
    expect(harness.effects.save).toHaveBeenLastCalledWith({
      id: null,
      version: null,
      values: { ...values, name: 'Cathay' },
    });
  });
});

describe('a draft', () => {
  const typed = { ...values, name: 'Cathay' };

  it('is kept when the session ends over something typed, and only then', async () => {
    const [dirty, pristine] = [await loaded(), await loaded()];
    change(dirty, '/name', 'Cathay');
    for (const harness of [dirty, pristine]) harness.actor.send({ type: 'SESSION_ENDED' });
    expect(dirty.draftOf(44)).toEqual({ values: typed, baseValues: values, version: 1, time: 0 });
    expect(pristine.draftOf(44)).toBeNull();
  });

  it('is offered, and goes on where it was over the same version', async () => {
    const harness = await loaded(inputOf(44, { values: typed, baseValues: values, version: 1 }));
    expect([harness.at(), harness.context().values]).toEqual(['draftOffered', values]);
    harness.actor.send({ type: 'RESUME_DRAFT' });
    expect([harness.at(), harness.context().values]).toEqual([{ editing: 'dirty' }, typed]);
    expect(harness.draftOf(44)).not.toBeNull();
  });

  it('is merged with the present record where that has moved on', async () => {
    const draft = {
      values: { ...typed, symbol: 'old' },
      baseValues: { ...values, name: 'Chine', symbol: null },
      version: 0,
    };
    const harness = await loaded(inputOf(44, draft));
    harness.actor.send({ type: 'RESUME_DRAFT' });
    expect(harness.at()).toEqual({ conflict: 'choosing' });
    expect(harness.context().merge).toMatchObject({ conflicts: ['/name'], takenMine: ['/symbol'] });
    expect(harness.context().theirs).toEqual(record);
  });

  it('goes on where it was where nothing but a code that it refers to has changed since', async () => {
    const draft = { values: { ...typed, currency: 'CNH' }, baseValues: { ...values, currency: 'CNH' }, version: 0 };
    const harness = createHarness(inputOf(44, draft));
    harness.actor.start();
    expect(harness.effects.load).toHaveBeenCalledWith({ id: 44, since: 0 });
    const codeChanges = [{ field: 'currency', from: 'CNH', to: 'CNY' }];
    await harness.answer(done('load', { ...record, codeChanges }));
    harness.actor.send({ type: 'RESUME_DRAFT' });
    expect(harness.actor.getSnapshot().value).toEqual({ editing: 'dirty' });
    expect(harness.actor.getSnapshot().context).toMatchObject({ values: typed, baseValues: values, version: 1 });
  });

  it('can be dropped', async () => {
    const harness = await loaded(inputOf(44, { values: typed, baseValues: values, version: 1 }));
    harness.actor.send({ type: 'DROP_DRAFT' });
    expect([harness.at(), harness.context().values, harness.draftOf(44)]).toEqual([
      { editing: 'pristine' },
      values,
      null,
    ]);
  });

  it.each([
    ['theirs is taken instead', problem(412, { current: { ...record, version: 2, name: 'PRC' } }), 'DISCARD_MINE'],
    ['its record was deleted and is kept as a new one', problem(404), 'KEEP_AS_NEW'],
    ['its record was deleted and it is given up', problem(404), 'DISCARD'],
  ] as const)('is gone once %s', async (_what, error, type) => {
    const harness = await loaded(inputOf(44, { values: typed, baseValues: values, version: 1 }));
    harness.actor.send({ type: 'RESUME_DRAFT' });
    harness.actor.send({ type: 'SAVE' });
    await harness.answer(failed('save', error));
    expect(harness.draftOf(44)).not.toBeNull();
    harness.actor.send({ type });
    expect(harness.draftOf(44)).toBeNull();
  });

  it('is gone once it is saved', async () => {
    const harness = await loaded(inputOf(44, { values: typed, baseValues: values, version: 1 }));
    harness.actor.send({ type: 'RESUME_DRAFT' });
    harness.actor.send({ type: 'SAVE' });
    await harness.answer(done('save', { status: 200, record: { ...record, name: 'Cathay', version: 2 } }));
    expect([harness.at(), harness.draftOf(44)]).toEqual(['saved', null]);
  });

  it('of what is proposed is gone once nothing more is unsaved, though the record is another', async () => {
    const harness = await loaded(inputOf(44, null, true));
    change(harness, '/name', 'Cathay');
    harness.actor.send({ type: 'AUTOSAVE' });
    expect(harness.draftOf(44)).not.toBeNull();
    harness.actor.send({ type: 'SAVE' });
    await harness.answer(done('save', { status: 202, record }));
    harness.actor.send({ type: 'DISCARD_DRAFT' });
    expect([harness.at(), harness.context().values.name, harness.draftOf(44)]).toEqual([
      { editing: 'dirty' },
      'Cathay',
      null,
    ]);
  });
});

describe('loading', () => {
  it('that fails can be tried again', async () => {
    const harness = createHarness(inputOf(44));
    harness.actor.start();
    await harness.answer(failed('load', problem(500)));
    expect([harness.actor.getSnapshot().value, harness.actor.getSnapshot().context.problem?.status]).toEqual([
      'failed',
      500,
    ]);
    harness.actor.send({ type: 'RETRY' });
    await harness.answer(done('load', record));
    expect(harness.actor.getSnapshot().value).toEqual({ editing: 'pristine' });
    expect(harness.actor.getSnapshot().context.problem).toBeNull();
  });

  it('is not needed for a new record', () => {
    const harness = createHarness(inputOf(null));
    harness.actor.start();
    expect(harness.actor.getSnapshot().value).toEqual({ editing: 'pristine' });
    expect(harness.effects.load).not.toHaveBeenCalled();
  });
});
