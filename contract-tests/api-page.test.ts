import { expect, test } from 'vitest';
import { makePage, pageCommand, readPage } from './api-page.ts';

test('docs/api.md says what openapi.yaml says', () => {
  expect(readPage() === makePage(), `docs/api.md is out of date; run ${pageCommand}`).toBe(true);
});
