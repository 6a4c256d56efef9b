import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { RejectDialog } from './review-queue.tsx';
import type { RecordToReview } from './review-rows.ts';

it('the question before a rejection names the record by its code, and is short for the longest names', async () => {
  // the cast: the dialog reads nothing else
  const item = {
    kind: 'record',
    entity: 'country',
    code: 'XL',
    name: 'Long '.repeat(40),
    locales: {},
  } as RecordToReview;
  await renderInConsole(<RejectDialog item={item} busy={false} onClose={vi.fn()} onReject={vi.fn()} />);
  const { textContent } = await screen.findByRole('heading', { name: /^Reject XL Long / });
  expect(textContent.length).toBeLessThan(80);
});
