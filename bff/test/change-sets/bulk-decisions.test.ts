import { expect, test } from 'vitest';
import {
  type City,
  cityTransitionItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
} from './change-set-client.ts';
import { createSetRunner, runAllTasks } from './many-items.ts';

const sets = await setUpChangeSets();
const { service, editor, reviewer, createCity, getCity } = sets;
const runner = createSetRunner(service);

type Decision = { action: 'approve' | 'reject'; reason?: string };

async function decideSingly(cities: City[], { action: event, ...reason }: Decision): Promise<void> {
  for (const { id, version } of cities)
    await reviewer.ok('transitionCity', { path: { id }, ifMatch: version, body: { event, ...reason } });
}

async function decideInBulk(cities: City[], decision: Decision, name: string): Promise<void> {
  const body = { ...decision, total: cities.length };
  const { bulkChange } = await reviewer.ok('bulkMatchingCities', { query: { name }, body }, 202);
  await runAllTasks(service, runner);
  const path = { id: bulkChange.id };
  const done = { status: 'done', done: cities.length, left: 0 };
  expect((await reviewer.ok('getBulkChange', { path })).bulkChange).toMatchObject(done);
}

/** Decides on pending records while an open set holds an item of each, then submits the set. Returns what became of all of them. */
async function decideBesideSet(prefix: string, decide: (cities: City[]) => Promise<void>) {
  const cities: City[] = [];
  for (const letter of 'ABCD') cities.push(await createCity(`${prefix}${letter}`, 'pending'));
  const toItem: ((city: City) => ItemBody)[] = [
    (city) => updateCityItem(city, { country: 'JP' }),
    (city) => ({ ...updateCityItem(city, { country: 'JP' }), event: 'approve' }),
    (city) => cityTransitionItem(city, 'approve'),
    deleteCityItem,
  ];
  const set = await sets.createWith(
    editor,
    toItem.flatMap((create, at) => cities.slice(at, at + 1).map(create)),
  );
  await decide(cities);
  expect(await sets.get(set.id)).toEqual(set);
  const submitting = { path: { id: set.id }, ifMatch: set.version, body: { event: 'submit' } } as const;
  const { status } = await editor.call('transitionChangeSet', submitting);
  const items = await sets.items(set);
  const decided = await Promise.all(cities.map(({ id }) => getCity(id)));
  return {
    status,
    problems: items.map(({ problems }) => problems.map(({ rule }) => rule)),
    records: decided.map((city) => [city.status, city.version, city.country, city.updatedBy]),
  };
}

test.each<{ decision: Decision; problems: string[][] }>([
  { decision: { action: 'approve' }, problems: [[], ['changedSince'], ['changedSince'], ['changedSince']] },
  {
    decision: { action: 'reject', reason: 'Unknown' },
    problems: [[], ['changedSince'], ['changedSince'], ['changedSince']],
  },
])('$decision.action of all that match treats records in sets like a decision on each of them', async (each) => {
  const { decision, problems } = each;
  const prefix = decision.action === 'approve' ? 'APP' : 'REJ';
  const singly = await decideBesideSet(`${prefix}S`, (cities) => decideSingly(cities, decision));
  const inBulk = await decideBesideSet(`${prefix}B`, (cities) => decideInBulk(cities, decision, `City ${prefix}B`));
  expect(inBulk).toEqual(singly);
  expect(inBulk).toMatchObject({ status: 409, problems });
});
