import { expect, test } from 'vitest';
import { aProductWithAll } from './kit/faults.ts';
import { type Kind, kinds, placesOf } from './kit/kind-places.ts';
import { wordsOf } from './kit/language.ts';

const { product, faultsAt } = aProductWithAll();

/** A plain kind, and the one without codes. */
const varied = ['country', 'rate_board'];
const isVaried = ({ key }: Kind) => varied.includes(key);
const name = 'the list, card and forms of $key in zh-CN: no barrier, and no text left raw';

test.for(kinds.filter(isVaried))(name, hasNoFaults);
test.for(kinds.filter((kind) => !isVaried(kind)))(name, { tags: ['slow'] }, hasNoFaults);

async function hasNoFaults(kind: Kind): Promise<void> {
  const all = await placesOf(await product.as('viewer'), kind, wordsOf('zh-CN'));
  // a new record's form is the one that is edited, with less in it
  const visited = all.filter(({ name }) => !name.endsWith(': new'));
  expect(await faultsAt(visited, 'zh-CN')).toEqual([]);
}
