import { expect, test } from 'vitest';
import { createReferenceResolver } from '../../src/imports/values/reference-resolver.ts';
import { setUpImports } from './import-client.ts';

const { imports, service } = await setUpImports();
const { db } = service;
const book = createReferenceResolver(imports.crud);

// the first text reads the names, which the second then uses
test.each([['中国'], ['CN']])('two simultaneous lookups of %s both wait for the result', async (text) => {
  const sought = { kind: 'country' as const, text };
  const learned = () => book.preload(db, [sought]).then(() => book.find(sought));
  expect(await Promise.all([learned(), learned()])).toEqual([{ code: 'CN' }, { code: 'CN' }]);
});

test('a code that is added during a lookup is not lost', async () => {
  const sought = { kind: 'city' as const, text: 'NEWCITY' };
  const learning = book.preload(db, [sought]);
  book.add('city', 'NEWCITY');
  await learning;
  expect(book.find(sought)).toEqual({ code: 'NEWCITY' });
});
