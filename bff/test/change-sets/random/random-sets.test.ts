import { expect, test } from 'vitest';
import { setUpChangeSets } from '../change-set-client.ts';
import { type FedChange, findMisplacedChanges, readFedChanges } from '../feed-replay.ts';
import { drawItems } from './random-items.ts';
import { createRandom, createWorld, findDifference } from './random-world.ts';

// many rounds run beside other work, which makes single requests slow
const sets = await setUpChangeSets(undefined, { answerMs: 60_000 });
const { editor, reviewer } = sets;

/** Reads what a set has written, without updated references. */
const readWritten = async (setId: number): Promise<FedChange[]> =>
  (await readFedChanges(sets.service.db, setId)).filter(({ action }) => action !== 'reference');

/**
 * Draws sets until so many could be released and reverted; the others are refused. After each of them, all records of all kinds are
 * compared with those before the first one.
 */
async function runRandomSets(count: number, seed: number, deadline = Number.POSITIVE_INFINITY) {
  const random = createRandom(seed);
  const world = await createWorld(sets, random);
  const before = await world.readStates();
  let states = before;
  let [released, refused, items] = [0, 0, 0];
  for (let round = 0; released < count && performance.now() < deadline; round++) {
    const label = `seed ${seed}, round ${round}`;
    const bodies = await drawItems(random, round, world, states);
    const set = await world.createSet(bodies);
    const submitting = { path: { id: set.id }, ifMatch: set.version, body: { event: 'submit' } } as const;
    const { status, data } = await editor.call('transitionChangeSet', submitting);
    if (status === 200) {
      const approved = await sets.transition(reviewer, await sets.get(set.id), { event: 'approve' });
      const changes = await readWritten(set.id);
      const reverted = await sets.transition(editor, approved, { event: 'revert' });
      expect(reverted, label).toMatchObject({ status: 'reverted', unsound: 0 });
      const revertedChanges = (await readWritten(set.id)).slice(changes.length);
      expect([changes, revertedChanges].map(findMisplacedChanges), label).toEqual([[], []]);
      released++;
      items += bodies.length;
    } else {
      expect(data, label).toMatchObject({ key: 'changeSetUnsound' });
      refused++;
    }
    states = await world.readStates();
    expect(findDifference(before, states), label).toBeUndefined();
    if (round % 100 === 99) console.info(`random sets: ${JSON.stringify({ seed, released, refused, items })}`);
  }
  return { released, refused };
}

test('random sets of all actions, released and reverted, leave every record as it was', async () => {
  const { released, refused } = await runRandomSets(3, 20_261_127);
  expect(released).toBe(3);
  expect(refused).toBeLessThanOrEqual(1);
});

const MAX_MINUTES = 60;

test('1,000 random sets leave every record as it was', {
  tags: ['slow'],
  timeout: (MAX_MINUTES + 1) * 60_000,
}, async () => {
  // beside the seeded few above, as many as somebody asks for and the time allows
  const count = Number(process.env.RANDOM_SETS ?? 20);
  const result = await runRandomSets(count, Date.now() >>> 0, performance.now() + MAX_MINUTES * 60_000);
  console.info(`random sets: ${JSON.stringify(result)}`);
  expect(result.released).toBeGreaterThanOrEqual(result.refused * 4);
});
