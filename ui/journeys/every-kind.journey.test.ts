import { expect, test } from 'vitest';
import { aProductWithAll } from './kit/faults.ts';
import { kinds, placesOf } from './kit/kind-places.ts';
import { wordsOf } from './kit/language.ts';

const { product, faultsAt } = aProductWithAll();

test.for(kinds)('the list, card and forms of $key in zh-CN: no barrier, and no text left raw', async (kind) => {
  const all = await placesOf(await product.as('viewer'), kind, wordsOf('zh-CN'));
  // a new record's form is the one that is edited, with less in it
  const visited = all.filter(({ name }) => !name.endsWith(': new'));
  expect(await faultsAt(visited, 'zh-CN')).toEqual([]);
});
