import assert from 'node:assert/strict';
import type { Operation } from '../../contract/operations.ts';
import type { ApiResponse, RequestInput } from './client.ts';
import type { ResponseData } from './response-data.ts';

type Read = (input: RequestInput) => Promise<ApiResponse>;
type Query = Record<string, string | number>;

export interface Walk<Item> {
  pages: ResponseData[];
  items: Item[];
}

/** Reads all pages of a list with page numbers, and asserts that each says where it stands and holds as much as it should. */
export async function readAllPages<Item>(read: Read, query: Query = {}, pageSize = 10): Promise<Walk<Item>> {
  const pages: ResponseData[] = [];
  const items: Item[] = [];
  for (let page = 1; page === 1 || items.length < (pages[0]?.total ?? 0); page += 1) {
    const { data } = await read({ query: { ...query, page, pageSize } });
    const pageItems = (data.items ?? []) as Item[]; // Cast: validated against the list's schema by the operation's cases.
    const left = (data.total ?? 0) - items.length;
    assert.deepEqual([data.page, data.pageSize], [page, pageSize], 'the answer names its page');
    assert.equal(pageItems.length, Math.min(pageSize, Math.max(left, 0)), `page ${page} is as long as it should be`);
    pages.push(data);
    items.push(...pageItems);
    if (pageItems.length === 0) break;
  }
  assert.ok(
    pages.every(({ total }) => total === pages[0]?.total),
    'all pages have the same total',
  );
  return { pages, items };
}

/** Asserts that a walk through pages gets on: a cursor that leads to itself, or back, has no end. */
export function assertNewCursor(former: Set<string>, cursor: string): void {
  assert.ok(!former.has(cursor), `/data/nextCursor: the cursor “${cursor}” comes only once, so that the pages end`);
  former.add(cursor);
}

/** Reads all pages of a list with cursors. */
export async function readAllByCursor<Item>(read: Read, query: Query = {}, limit = 3): Promise<Walk<Item>> {
  const pages: ResponseData[] = [];
  const items: Item[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
    if (cursor) assertNewCursor(cursors, cursor);
    const { data } = await read({ query: { ...query, limit, ...(cursor && { cursor }) } });
    const pageItems = (data.items ?? []) as Item[]; // Cast: validated against the list's schema by the operation's cases.
    pages.push(data);
    items.push(...pageItems);
    assert.ok(pageItems.length <= limit, 'a page has no more items than the limit');
    assert.ok(pages.length <= 100, 'the pages end');
    if (data.nextCursor) assert.equal(pageItems.length, limit, 'a page before the last is full');
  }
  return { pages, items };
}

/** Returns a function that calls an operation with a token or as a role, for `readAllPages`. */
export function reader(
  backend: { call(operation: Operation, role: string, input: RequestInput): Promise<ApiResponse> },
  operation: Operation,
  role: string,
  params?: RequestInput['params'],
): Read {
  return (input) => backend.call(operation, role, { ...input, ...(params && { params }) });
}
