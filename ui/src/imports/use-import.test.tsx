import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { snackbar, toasts } from '#crud/notify.ts';
import { api } from '#session/session.ts';
import { renderInConsole } from '#testing/render.tsx';
import { runImportAction } from './actions/import-calls.ts';
import type { Correction } from './import.ts';
import type { CorrectAction } from './import-context.ts';
import { fileFixture, importFixture, testProblem } from './import-fixtures.ts';
import { useImport } from './use-import.ts';

// the casts: the client types each path of its own
const get = vi.spyOn(api, 'GET') as unknown as ReturnType<typeof vi.fn>;
const post = vi.spyOn(api, 'POST') as unknown as ReturnType<typeof vi.fn>;
const send = vi.spyOn(api, 'send') as unknown as ReturnType<typeof vi.fn>;

const importAnswer = (importJob: unknown, left = 0) => ({ data: { import: importJob, left } });
const correction = (excluded: boolean, doneText: string): CorrectAction => ({
  type: 'correct',
  body: { rows: [{ row: 3, excluded }] },
  doneText,
});
const exclude: CorrectAction = { ...correction(true, 'Excluded'), undo: correction(false, 'Included') };

const messages = () =>
  toasts.list().flatMap(({ isLeaving, type, message }) => (isLeaving ? [] : [`${type}: ${message}`]));

function dismissMessages(): void {
  for (const queue of [snackbar, toasts]) for (const { id } of queue.list()) queue.dismiss(id);
}

beforeEach(async () => {
  dismissMessages();
  await renderInConsole(<div />);
  for (const call of [get, post, send]) call.mockReset();
});
afterEach(dismissMessages);

async function openStagedImport() {
  get.mockResolvedValue(importAnswer(importFixture('staged')));
  const view = renderHook(() => useImport(7));
  await expect.poll(() => view.result.current.state.matches({ watched: 'staged' })).toBe(true);
  return view;
}

describe('a correction of an import', () => {
  it('is undone after its page was left too, and says so', async () => {
    const { result, unmount } = await openStagedImport();
    post.mockResolvedValue(importAnswer(importFixture('staged')));
    act(() => result.current.send({ type: 'RUN_ACTION', action: exclude }));
    await expect.poll(() => snackbar.list()[0]?.message).toBe('Excluded');
    unmount();
    snackbar.list()[0]?.action?.onSelect();
    await expect.poll(messages).toEqual(['success: Included']);
    expect(post).toHaveBeenLastCalledWith(
      '/api/v1/imports/{id}/corrections',
      expect.objectContaining({ body: { rows: [{ row: 3, excluded: false }] } }),
    );
  });

  it('says when it cannot be undone', async () => {
    const { result } = await openStagedImport();
    post.mockResolvedValueOnce(importAnswer(importFixture('staged'))).mockRejectedValueOnce(testProblem(404));
    act(() => result.current.send({ type: 'RUN_ACTION', action: exclude }));
    await expect.poll(() => snackbar.list()[0]?.message).toBe('Excluded');
    snackbar.list()[0]?.action?.onSelect();
    await expect.poll(messages).toEqual(['warning: cabins.csv has changed since, so this can no longer be undone']);
  });

  it('says that it is done if it cannot be undone, as when a cell is restored', async () => {
    const { result } = await openStagedImport();
    post.mockResolvedValue(importAnswer(importFixture('staged')));
    act(() => result.current.send({ type: 'RUN_ACTION', action: correction(false, 'Included') }));
    await expect.poll(messages).toEqual(['success: Included']);
  });

  it.each([
    ['is repeated until no row is left', [600, 100, 0], 3],
    ['ends if it leaves as many rows as before, as when a value replaces itself', [600, 600, 600], 2],
  ])('%s', async (_, left, requests) => {
    for (const rows of left) post.mockResolvedValueOnce(importAnswer(importFixture('staged'), rows));
    // the cast: a rule of the contract is not needed here
    const body = { alike: { column: 'code', from: 'A', to: 'A', rule: 'format' } } as unknown as Correction;
    await runImportAction(7, { type: 'correct', body, doneText: 'Corrected' });
    expect(post).toHaveBeenCalledTimes(requests);
  });
});

it('a file chosen again is still known after the page of its interrupted upload was left', async () => {
  get.mockResolvedValue(importAnswer(importFixture('uploading', { id: 8 })));
  send.mockReturnValue(new Promise(() => {}));
  const first = renderHook(() => useImport(8));
  await expect.poll(() => first.result.current.state.matches({ sending: 'interrupted' })).toBe(true);
  act(() => first.result.current.send({ type: 'CHOOSE_FILE', entity: 'cabin', file: fileFixture() }));
  await expect.poll(() => first.result.current.state.matches({ sending: 'uploading' })).toBe(true);
  first.unmount();
  const second = renderHook(() => useImport(8));
  await expect.poll(() => second.result.current.state.matches({ sending: 'uploading' })).toBe(true);
});
