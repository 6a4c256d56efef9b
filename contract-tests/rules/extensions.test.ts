import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';

const page = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');

/** Returns all extension keys inside a part of the contract. */
function extensionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key.startsWith('x-') ? [key] : []),
    ...extensionsIn(value),
  ]);
}

test('docs/contract.md explains exactly the extensions used in openapi.yaml', () => {
  const rows = [...page.matchAll(/^\| `(x-[a-z-]+)` \|/gm)].map(([, name]) => name);
  expect([...new Set(rows)].toSorted()).toEqual([...new Set(extensionsIn(readContract()))].toSorted());
});
