import { expect, test } from 'vitest';
import { aProductWithAll } from './kit/faults.ts';
import { kinds, placesOf } from './kit/kind-places.ts';
import { wordsOf } from './kit/language.ts';

const { product, faultsAt } = aProductWithAll();

test.for(kinds)('the list, card and forms of $key in zh-CN: no barrier, and no text left raw', async (kind) => {
  const visited = await placesOf(await product.as('viewer'), kind, wordsOf('zh-CN'));
  expect(await faultsAt(visited, 'zh-CN')).toEqual([]);
});
