import { expect, test } from 'vitest';
import { API_PAGE_COMMAND, readApiPage, renderApiPage } from './api-page.ts';

test('docs/api.md is generated from the current openapi.yaml', () => {
  expect(readApiPage() === renderApiPage(), `docs/api.md is out of date; run ${API_PAGE_COMMAND}`).toBe(true);
});
