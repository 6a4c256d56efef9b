import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readContract } from '../../api-docs/contract.ts';
import { compareTranslations } from '../../api-docs/prose.ts';
import { TAG_NAMES } from '../../api-docs/texts.ts';
import { type Service, startService } from '../kit/service.ts';

const contractText = readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8');

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const request = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { method, headers, redirect: 'manual' });

test('the contract is served as it is written, and as JSON', async () => {
  const yaml = await request('GET', '/openapi.yaml');
  expect(yaml.headers.get('Content-Type')).toBe('application/yaml; charset=utf-8');
  expect(await yaml.text()).toBe(contractText);
  const json = await request('GET', '/openapi.json');
  expect(json.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(await json.json()).toEqual(parse(contractText, { maxAliasCount: -1 }));
});

test.each([
  '/openapi.yaml',
  '/openapi.json',
  '/docs/en/',
  '/docs/zh-CN/feed',
  '/docs/frame.css',
  '/docs/content.css',
  '/docs/docs.js',
])('%s is sent again only when it has changed, and HEAD sends its headers alone', async (path) => {
  const first = await request('GET', path);
  expect(first.status).toBe(200);
  const etag = first.headers.get('ETag') ?? '';
  expect(etag).toMatch(/^W\/"\S+"$/);
  expect(first.headers.get('Cache-Control')).toBe('no-cache');
  const again = await request('GET', path, { 'If-None-Match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await request('HEAD', path);
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('ETag')).toBe(etag);
  expect(head.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'));
});

/** Sentences that were reworded may stand in the pages in English until somebody translates them, as long as they are few. */
const MAX_UNTRANSLATED = 10;

test('the descriptions of the contract are there in Chinese', () => {
  const { missing, unused } = compareTranslations(readContract());
  expect(missing.slice(MAX_UNTRANSLATED), `add to bff/api-docs/chinese: ${missing.join('\n')}`).toEqual([]);
  expect(unused.slice(MAX_UNTRANSLATED), `remove from bff/api-docs/chinese: ${unused.join('\n')}`).toEqual([]);
});

test('every tag has a name in both languages', () => {
  for (const tag of readContract().tags)
    expect(tag['x-label'] ?? TAG_NAMES[tag.name], `add ${tag.name} to TAG_NAMES`).toEqual({
      'zh-CN': expect.stringMatching(/[\u4e00-\u9fff]/),
      en: expect.stringMatching(/^[A-Z]/),
    });
});

test.each([
  ['zh-CN', undefined],
  ['en', 'en-GB,en;q=0.9,zh;q=0.5'],
  ['zh-CN', 'zh,en;q=0.9'],
])('/docs leads to the pages in %s for a reader of %s', async (language, accepted) => {
  for (const path of ['/docs', '/docs/']) {
    const { status, headers } = await request('GET', path, accepted ? { 'Accept-Language': accepted } : {});
    expect([status, headers.get('Location')]).toEqual([302, `/docs/${language}/`]);
    expect(headers.get('Vary')).toContain('Accept-Language');
  }
});

describe.each(['zh-CN', 'en'])('the pages in %s', (language) => {
  const read = async (path: string) => {
    const response = await request('GET', `/docs/${language}/${path}`);
    expect(response.status, path).toBe(200);
    return response.text();
  };

  test('describe every operation and schema of the contract once', async () => {
    const contract = parse(contractText, { maxAliasCount: -1 });
    const pages = [...contract.tags.map(({ name }: { name: string }) => name), 'schemas'];
    const texts = (await Promise.all(pages.map(read))).join('\n');
    const anchors = [...texts.matchAll(/<section class="(?:operation|schema)" id="(?:schema-)?(\w+)"/g)].map(
      ([, id]) => id,
    );
    const operationIds = Object.values(contract.paths).flatMap((item) =>
      // the cast: what the contract's linter checks
      Object.values(item as Record<string, { operationId?: string }>).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(anchors.toSorted()).toEqual(
      [...operationIds, 'webhook', ...Object.keys(contract.components.schemas)].toSorted(),
    );
  });

  test('have links that lead to a place, and nothing from other hosts or inline', async () => {
    const contract = parse(contractText, { maxAliasCount: -1 });
    const pages = ['', ...contract.tags.map(({ name }: { name: string }) => name), 'schemas'];
    const byPath = new Map<string, string>();
    for (const page of pages) byPath.set(`/docs/${language}/${page}`, await read(page));
    for (const [path, text] of byPath) {
      expect(text).not.toMatch(/ style=|<style|<script>|(?:src|href)="(?:https?:)?\/\//);
      for (const [, href = ''] of text.matchAll(/ href="([^"]+)"/g)) {
        const { pathname, hash } = new URL(href, `http://host${path}`);
        const target = byPath.get(pathname);
        if (target && hash) expect(target.includes(` id="${hash.slice(1)}"`), `${path} → ${href}`).toBe(true);
        else if (pathname.startsWith(`/docs/${language}`)) expect(target, `${path} → ${href}`).toBeDefined();
      }
    }
  });

  test('find operations by words of both languages', async () => {
    const index: { id: string; texts: string[]; href: string }[] = JSON.parse(await read('search.json'));
    const feed = index.find(({ id }) => id === 'listChanges');
    expect(feed).toMatchObject({ href: `/docs/${language}/feed#listChanges` });
    expect(feed?.texts).toEqual(['The change feed, in the order of commits', '按提交顺序读取变更流']);
  });
});

test.each([
  '/docs/fr/',
  '/docs/en/nothing',
  '/docs/..%2fcontract.ts',
  '/openapi.yml',
  '/docs/en/../../contract',
])('%s is not served', async (path) => {
  expect((await request('GET', path)).status).toBe(404);
});

test('nothing can be written there', async () => {
  expect((await request('POST', '/openapi.yaml')).status).toBe(404);
});
