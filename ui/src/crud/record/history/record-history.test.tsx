import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClient } from '#crud/read/query-client.ts';
import type { Change } from '#crud/resource.ts';
import { country } from '#entities/country.tsx';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { RecordHistory } from './record-history.tsx';

const send = vi.spyOn(api, 'send');
const version = (version: number) => ({ id: 7, code: 'FR', name: 'France', locales: {}, status: 'pending', version });
// the cast: the history reads no other members
const change = (seq: number, action: string, before: object | null, after: object | null) =>
  ({
    seq,
    action,
    before,
    after,
    version: seq,
    actor: 'editor',
    time: `2026-11-2${seq}T08:00:00Z`,
  }) as unknown as Change;
const creation = change(1, 'create', null, version(1));
const update = change(2, 'update', version(1), version(2));
const deletion = change(3, 'delete', version(2), null);

const answer = (...items: Change[]) => ({
  status: 200,
  message: 'OK',
  etag: null,
  data: { items, proposals: [], nextCursor: null, total: items.length, totalCapped: false, labels: {} },
});

async function renderHistory() {
  const onClose = vi.fn();
  const view = await renderInConsole(<RecordHistory entity={country} id={7} onClose={onClose} />, {
    wrapper: queryClientWrapper,
  });
  return { ...view, onClose, close: () => view.user.click(screen.getByRole('button', { name: 'Close' })) };
}

beforeEach(() => {
  queryClient.clear();
  send.mockReset();
  signIn('editor', 'country:read', 'country:update');
});

describe('closing the history', () => {
  it('leads back to the record while nothing is known about it', async () => {
    send.mockReturnValue(new Promise(() => {}));
    const { close, onClose } = await renderHistory();
    await close();
    expect(onClose).toHaveBeenCalledWith(true);
  });

  it.each([
    [500, true],
    [404, false],
  ])('after a %i tells whether the record may exist: %s', async (status, mayExist) => {
    send.mockRejectedValue(new Problem({ status, code: status, key: 'unknownError', message: 'Refused' }));
    const { close, onClose } = await renderHistory();
    await screen.findByRole('heading', { name: status === 404 ? /exist/ : /Refused/ });
    await close();
    expect(onClose).toHaveBeenCalledWith(mayExist);
  });

  it.each([
    ['an existing', [update, creation], true],
    ['a deleted', [deletion, update, creation], false],
  ] as const)('of %s record tells so', async (_, changes, mayExist) => {
    send.mockResolvedValue(answer(...changes));
    const { close, onClose } = await renderHistory();
    await screen.findByText('v1');
    await close();
    expect(onClose).toHaveBeenCalledWith(mayExist);
  });
});

describe('restoring a version', () => {
  it.each([
    ['of a deleted record needs the permission to create records', [deletion, update, creation], 'true'],
    ['of an existing record needs only the permission to edit them', [update, creation], null],
  ] as const)('%s', async (_, changes, disabled) => {
    send.mockResolvedValue(answer(...changes));
    const { user, texts } = await renderHistory();
    await user.click(await screen.findByText('v1'));
    const button = await screen.findByRole('button', { name: texts.history.restore });
    expect(button.getAttribute('aria-disabled')).toBe(disabled);
  });
});
