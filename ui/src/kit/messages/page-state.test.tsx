import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { ErrorState } from './page-state.tsx';

const failed = (traceId: string) => <ErrorState title="Not loaded" errorKey="serverError" traceId={traceId} />;

it('offers to copy the trace id of another error after one was copied', async () => {
  const { user, rerender, texts } = await renderInConsole(failed('a1'));
  await user.click(screen.getByRole('button', { name: texts.common.copy }));
  expect(await screen.findByRole('button', { name: texts.common.copied })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('serverError a1');
  rerender(failed('b2'));
  expect(screen.getByRole('button', { name: texts.common.copy })).toBeTruthy();
});

it.each(languages)('says in %s when the browser refuses to copy', async (language) => {
  const { user, texts } = await renderInConsole(failed('a1'), { language });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: texts.common.copy }));
  expect(await screen.findByText(texts.common.copyFailed)).toBeTruthy();
});
