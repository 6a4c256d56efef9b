import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { addRefusedDecision, RefusedDecisions, removeRefusedDecision } from './refused-decisions.tsx';
import type { RecordToReview } from './review-rows.ts';

const { fakeSession, endSession } = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const user = { username: 'ann' };
  const fakeSession = { loggedIn: true, user, subscribe: (listener: () => void) => void listeners.add(listener) };
  const endSession = () => {
    fakeSession.loggedIn = false;
    for (const listener of listeners) listener();
  };
  return { fakeSession, endSession };
});
vi.mock('#session/session.ts', () => ({ session: fakeSession }));
vi.mock('#crud/define-entity.ts', () => ({ recordLink: () => ({}) }));
vi.mock('@tanstack/react-router', () => ({ Link: 'span' }));

// the cast: the list reads nothing but the key of an item
const itemWithId = (id: number) => ({ entity: 'country', id, kind: 'record' }) as RecordToReview;

it('stay until the item is decided on, the list is closed, or the session ends', async () => {
  const { user } = await renderInConsole(<RefusedDecisions />);
  act(() => {
    addRefusedDecision({ item: itemWithId(1), username: 'ann', message: 'Atlantis has changed' });
    addRefusedDecision({ item: itemWithId(2), username: 'ann', message: 'Lemuria has changed' });
  });
  expect(screen.getByText('2 decisions were not applied')).toBeDefined();
  act(() => removeRefusedDecision(itemWithId(1)));
  expect(screen.queryByText('Atlantis has changed')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Lemuria has changed')).toBeNull();

  act(() => addRefusedDecision({ item: itemWithId(3), username: 'ann', message: 'Mu has changed' }));
  act(endSession);
  expect(screen.queryByText('Mu has changed')).toBeNull();
});

it('are hidden from another user, when one arrives after a sign-out', async () => {
  await renderInConsole(<RefusedDecisions />);
  fakeSession.user = { username: 'bob' };
  act(() => addRefusedDecision({ item: itemWithId(4), username: 'ann', message: 'Thule has changed' }));
  expect(screen.queryByText('Thule has changed')).toBeNull();
  act(() => addRefusedDecision({ item: itemWithId(5), username: 'bob', message: 'Ys has changed' }));
  expect(screen.getByText('Ys has changed')).toBeDefined();
});
