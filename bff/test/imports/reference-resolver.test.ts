import { expect, test } from 'vitest';
import { createReferenceResolver } from '../../src/imports/values/reference-resolver.ts';
import { setUpImports } from './import-client.ts';

const { imports, service } = await setUpImports();
const { db } = service;
const book = createReferenceResolver(imports.crud);

// the first reads the names, the second then has them
test.each([
  ['中国'],
  ['CN'],
])('who asks for %s while another learns of it is told no sooner than it is known', async (text) => {
  const sought = { kind: 'country' as const, text };
  const learned = () => book.preload(db, [sought]).then(() => book.find(sought));
  expect(await Promise.all([learned(), learned()])).toEqual([{ code: 'CN' }, { code: 'CN' }]);
});

test('what comes into being between a question and its answer stays known', async () => {
  const sought = { kind: 'city' as const, text: 'NEWCITY' };
  const learning = book.preload(db, [sought]);
  book.add('city', 'NEWCITY');
  await learning;
  expect(book.find(sought)).toEqual({ code: 'NEWCITY' });
});
