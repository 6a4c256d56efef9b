import { describe, expect, it } from 'vitest';
import { inputOf, nameMissing, problem, record, recordFormWorld, toValues } from './record-form-world.ts';

const values = toValues(record);
const done = (effect: string, output: unknown) => ({ type: `xstate.done.actor.${effect}`, output });
const failed = (effect: string, error: unknown) => ({ type: `xstate.error.actor.${effect}`, error });

function change(world: ReturnType<typeof recordFormWorld>, pointer: string, value: unknown): void {
  world.actor.send({ type: 'CHANGE', pointer, value });
}

async function loaded(input = inputOf(44)) {
  const world = recordFormWorld(input);
  world.actor.start();
  await world.answer(done('load', record));
  return { ...world, context: () => world.actor.getSnapshot().context, at: () => world.actor.getSnapshot().value };
}

async function saving(name: string) {
  const world = await loaded();
  change(world, '/name', name);
  world.actor.send({ type: 'SAVE' });
  return world;
}

describe('validating', () => {
  it('comes back with the errors, the first in focus, and asks the server nothing', async () => {
    const world = await saving('');
    expect([world.at(), world.context().errors]).toEqual([{ editing: 'dirty' }, [nameMissing]]);
    expect(world.effects.focusFirst).toHaveBeenCalledOnce();
    expect(world.effects.save).not.toHaveBeenCalled();
  });

  it('drops a field’s error once the field is changed', async () => {
    const world = await saving('');
    change(world, '/symbol', '¥');
    expect(world.context().errors).toEqual([nameMissing]);
    change(world, '/name', 'C');
    expect(world.context().errors).toEqual([]);
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
    const world = await saving('Cathay');
    await world.answer(failed('save', error));
    expect([world.at(), world.context().values.name]).toEqual([{ editing: 'dirty' }, 'Cathay']);
    expect([world.context().problem, world.context().errors]).toEqual([error, errors]);
    world.actor.send({ type: 'SAVE' });
    expect(world.at()).toBe('saving');
  });

  it('by a mistake of our own is a problem too', async () => {
    const world = await saving('Cathay');
    await world.answer(failed('save', new TypeError('x is not a function')));
    expect(world.context().problem).toMatchObject({ key: 'unknownError', message: 'x is not a function' });
    expect(world.context().values.name).toBe('Cathay');
  });
});

describe('typing while a save is under way', () => {
  it('leaves that typed, over the record as it was saved', async () => {
    const world = await saving('Cathay');
    change(world, '/symbol', '¥');
    await world.answer(done('save', { status: 200, record: { ...record, version: 2, name: 'CATHAY' } }));
    expect(world.at()).toEqual({ editing: 'dirty' });
    expect(world.context().values).toEqual({ ...values, name: 'CATHAY', symbol: '¥' });
    expect([world.context().version, world.context().baseValues.name]).toEqual([2, 'CATHAY']);
    expect(world.effects.notify).toHaveBeenCalledOnce();
  });

  it('leaves that typed beside a proposal', async () => {
    const world = await saving('Cathay');
    change(world, '/name', 'Middle Kingdom');
    await world.answer(done('save', { status: 202, record }));
    expect([world.at(), world.context().values.name]).toEqual([{ editing: 'dirty' }, 'Middle Kingdom']);
    expect([world.context().version, world.context().saved?.status]).toEqual([1, 202]);
  });

  it('goes on with the id that a new record got', async () => {
    const world = recordFormWorld(inputOf(null));
    world.actor.start();
    change(world, '/name', 'Example');
    world.actor.send({ type: 'SAVE' });
    change(world, '/symbol', 'E');
    await world.answer(done('save', { status: 201, record: { ...record, id: 300, name: 'Example' } }));
    world.actor.send({ type: 'SAVE' });
    expect(world.effects.save).toHaveBeenLastCalledWith(expect.objectContaining({ id: 300, version: 1 }));
  });
});

describe('a record that somebody else has changed', () => {
  const theirs = { ...record, version: 5, name: 'PRC', currency: 'CNH' };

  async function conflicting() {
    const world = await loaded();
    change(world, '/name', 'Cathay');
    change(world, '/symbol', '¥');
    world.actor.send({ type: 'SAVE' });
    await world.answer(failed('save', problem(412, { key: 'versionConflict', current: theirs })));
    return world;
  }

  it.each([
    ['mine', 'Cathay'],
    ['theirs', 'PRC'],
  ] as const)('is merged, with %s where both changed a field, over the new version', async (side, name) => {
    const world = await conflicting();
    expect(world.at()).toEqual({ conflict: 'choosing' });
    expect(world.context().merge).toMatchObject({
      conflicts: ['/name'],
      takenTheirs: ['/currency'],
      takenMine: ['/symbol'],
    });
    world.actor.send({ type: 'CHOOSE', pointer: '/name', side });
    world.actor.send({ type: 'SAVE_MERGED' });
    expect(world.effects.save).toHaveBeenLastCalledWith({
      id: 44,
      version: 5,
      values: { code: 'CN', name, currency: 'CNH', symbol: '¥' },
    });
  });

  it('can be gone back from, to what was typed over what it was typed over', async () => {
    const world = await conflicting();
    world.actor.send({ type: 'BACK' });
    expect(world.at()).toEqual({ editing: 'dirty' });
    expect(world.context()).toMatchObject({ version: 1, baseValues: values, merge: null });
    expect(world.context().values).toEqual({ ...values, name: 'Cathay', symbol: '¥' });
  });

  it('can be taken as it is', async () => {
    const world = await conflicting();
    world.actor.send({ type: 'DISCARD_MINE' });
    expect(world.at()).toEqual({ editing: 'pristine' });
    expect(world.context()).toMatchObject({ version: 5, values: toValues(theirs) });
  });

  it('is told of without codes that have only become others, whatever was typed beside them', async () => {
    const codeChanges = [{ field: 'currency', from: 'CNY', to: 'CNX' }];
    const current = { ...record, version: 7, currency: 'CNX', name: 'PRC', codeChanges };
    for (const [typed, currency] of [
      [undefined, 'CNX'],
      ['CNH', 'CNH'],
    ]) {
      const world = await loaded();
      change(world, '/symbol', '¥');
      if (typed) change(world, '/currency', typed);
      world.actor.send({ type: 'SAVE' });
      await world.answer(failed('save', problem(412, { current })));
      const { merge } = world.context();
      expect(merge).toMatchObject({ conflicts: [], takenTheirs: ['/name'], merged: { name: 'PRC', currency } });
      expect(merge?.takenMine).toEqual(typed ? ['/currency', '/symbol'] : ['/symbol']);
    }
  });

  it('needs no choice where the changes do not touch', async () => {
    const world = await loaded();
    change(world, '/symbol', '¥');
    world.actor.send({ type: 'SAVE' });
    await world.answer(failed('save', problem(412, { current: theirs })));
    expect(world.at()).toEqual({ conflict: 'resolved' });
  });
});

describe('a record that somebody else has deleted', () => {
  it('can be kept as a new one', async () => {
    const world = await saving('Cathay');
    await world.answer(failed('save', problem(404)));
    expect(world.at()).toBe('gone');
    world.actor.send({ type: 'KEEP_AS_NEW' });
    world.actor.send({ type: 'SAVE' });
    expect(world.effects.save).toHaveBeenLastCalledWith({
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
    for (const world of [dirty, pristine]) world.actor.send({ type: 'SESSION_ENDED' });
    expect(dirty.draftOf(44)).toEqual({ values: typed, baseValues: values, version: 1, time: 0 });
    expect(pristine.draftOf(44)).toBeNull();
  });

  it('is offered, and goes on where it was over the same version', async () => {
    const world = await loaded(inputOf(44, { values: typed, baseValues: values, version: 1 }));
    expect([world.at(), world.context().values]).toEqual(['draftOffered', values]);
    world.actor.send({ type: 'RESUME' });
    expect([world.at(), world.context().values]).toEqual([{ editing: 'dirty' }, typed]);
    expect(world.draftOf(44)).not.toBeNull();
  });

  it('is merged with the present record where that has moved on', async () => {
    const draft = {
      values: { ...typed, symbol: 'old' },
      baseValues: { ...values, name: 'Chine', symbol: null },
      version: 0,
    };
    const world = await loaded(inputOf(44, draft));
    world.actor.send({ type: 'RESUME' });
    expect(world.at()).toEqual({ conflict: 'choosing' });
    expect(world.context().merge).toMatchObject({ conflicts: ['/name'], takenMine: ['/symbol'] });
    expect(world.context().theirs).toEqual(record);
  });

  it('goes on where it was where nothing but a code that it refers to has changed since', async () => {
    const draft = { values: { ...typed, currency: 'CNH' }, baseValues: { ...values, currency: 'CNH' }, version: 0 };
    const world = recordFormWorld(inputOf(44, draft));
    world.actor.start();
    expect(world.effects.load).toHaveBeenCalledWith({ id: 44, since: 0 });
    const codeChanges = [{ field: 'currency', from: 'CNH', to: 'CNY' }];
    await world.answer(done('load', { ...record, codeChanges }));
    world.actor.send({ type: 'RESUME' });
    expect(world.actor.getSnapshot().value).toEqual({ editing: 'dirty' });
    expect(world.actor.getSnapshot().context).toMatchObject({ values: typed, baseValues: values, version: 1 });
  });

  it('can be dropped', async () => {
    const world = await loaded(inputOf(44, { values: typed, baseValues: values, version: 1 }));
    world.actor.send({ type: 'DROP' });
    expect([world.at(), world.context().values, world.draftOf(44)]).toEqual([{ editing: 'pristine' }, values, null]);
  });

  it.each([
    ['theirs is taken instead', problem(412, { current: { ...record, version: 2, name: 'PRC' } }), 'DISCARD_MINE'],
    ['its record was deleted and is kept as a new one', problem(404), 'KEEP_AS_NEW'],
    ['its record was deleted and it is given up', problem(404), 'DISCARD'],
  ] as const)('is gone once %s', async (_what, error, type) => {
    const world = await loaded(inputOf(44, { values: typed, baseValues: values, version: 1 }));
    world.actor.send({ type: 'RESUME' });
    world.actor.send({ type: 'SAVE' });
    await world.answer(failed('save', error));
    expect(world.draftOf(44)).not.toBeNull();
    world.actor.send({ type });
    expect(world.draftOf(44)).toBeNull();
  });

  it('is gone once it is saved', async () => {
    const world = await loaded(inputOf(44, { values: typed, baseValues: values, version: 1 }));
    world.actor.send({ type: 'RESUME' });
    world.actor.send({ type: 'SAVE' });
    await world.answer(done('save', { status: 200, record: { ...record, name: 'Cathay', version: 2 } }));
    expect([world.at(), world.draftOf(44)]).toEqual(['saved', null]);
  });

  it('of what is proposed is gone once nothing more is unsaved, though the record is another', async () => {
    const world = await loaded(inputOf(44, null, true));
    change(world, '/name', 'Cathay');
    world.actor.send({ type: 'PAUSE' });
    expect(world.draftOf(44)).not.toBeNull();
    world.actor.send({ type: 'SAVE' });
    await world.answer(done('save', { status: 202, record }));
    world.actor.send({ type: 'CALM' });
    expect([world.at(), world.context().values.name, world.draftOf(44)]).toEqual([
      { editing: 'dirty' },
      'Cathay',
      null,
    ]);
  });
});

describe('loading', () => {
  it('that fails can be tried again', async () => {
    const world = recordFormWorld(inputOf(44));
    world.actor.start();
    await world.answer(failed('load', problem(500)));
    expect([world.actor.getSnapshot().value, world.actor.getSnapshot().context.problem?.status]).toEqual([
      'failed',
      500,
    ]);
    world.actor.send({ type: 'RETRY' });
    await world.answer(done('load', record));
    expect(world.actor.getSnapshot().value).toEqual({ editing: 'pristine' });
    expect(world.actor.getSnapshot().context.problem).toBeNull();
  });

  it('is not needed for a new record', () => {
    const world = recordFormWorld(inputOf(null));
    world.actor.start();
    expect(world.actor.getSnapshot().value).toEqual({ editing: 'pristine' });
    expect(world.effects.load).not.toHaveBeenCalled();
  });
});
