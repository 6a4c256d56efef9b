import { expect, test } from 'vitest';
import { createReferenceResolver } from '../../src/imports/values/reference-resolver.ts';
import { setUpImports } from './import-client.ts';

const { imports, service } = await setUpImports();
const { db } = service;
const resolver = createReferenceResolver(imports.crud);

// The first case loads the names of all countries, which the second one reuses.
test.each([['中国'], ['CN']])('two simultaneous lookups of %s both wait for the result', async (text) => {
  const reference = { entityKey: 'country' as const, text };
  const lookUp = () => resolver.preload(db, [reference]).then(() => resolver.find(reference));
  expect(await Promise.all([lookUp(), lookUp()])).toEqual([{ code: 'CN' }, { code: 'CN' }]);
});

test('a code that is added during a lookup is not lost', async () => {
  const reference = { entityKey: 'city' as const, text: 'NEWCITY' };
  const preloading = resolver.preload(db, [reference]);
  resolver.add('city', 'NEWCITY');
  await preloading;
  expect(resolver.find(reference)).toEqual({ code: 'NEWCITY' });
});
