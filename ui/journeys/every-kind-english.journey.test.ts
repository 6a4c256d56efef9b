/** @module-tag slow */
import { expect, test } from 'vitest';
import { aProductWithAll } from './kit/faults.ts';
import { kinds, placesOf } from './kit/kind-places.ts';
import { wordsOf } from './kit/language.ts';

const { product, faultsAt } = aProductWithAll();

/** Every kind of control stands in one of these; the others differ in labels, and the compiler sees that English has them all. */
const varied = ['country', 'train_station', 'eurail_station', 'protocol', 'rate_board'];

test.for(
  kinds.filter(({ key }) => varied.includes(key)),
)('the list, card and forms of $key in en: no text left raw', async (kind) => {
  const all = await placesOf(await product.as('viewer'), kind, wordsOf('en'));
  // a new record's form holds the words of the one that is edited
  const visited = all.filter(({ name }) => !name.endsWith(': new'));
  expect(await faultsAt(visited, 'en')).toEqual([]);
});
