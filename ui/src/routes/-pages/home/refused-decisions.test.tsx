import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { addRefusedDecision, RefusedDecisions, removeRefusedDecision } from './refused-decisions.tsx';
import type { RecordReview } from './review-rows.ts';

const { fakeSession, endSession } = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const fakeSession = { loggedIn: true, subscribe: (listener: () => void) => void listeners.add(listener) };
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
const itemWithId = (id: number) => ({ entity: 'country', id, kind: 'record' }) as RecordReview;

it('stay until the item is decided on, the list is closed, or the session ends', async () => {
  const { user } = await renderInConsole(<RefusedDecisions />);
  act(() => {
    addRefusedDecision({ item: itemWithId(1), message: 'Atlantis has changed' });
    addRefusedDecision({ item: itemWithId(2), message: 'Lemuria has changed' });
  });
  expect(screen.getByText('2 decisions were not applied')).toBeDefined();
  act(() => removeRefusedDecision(itemWithId(1)));
  expect(screen.queryByText('Atlantis has changed')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Lemuria has changed')).toBeNull();

  act(() => addRefusedDecision({ item: itemWithId(3), message: 'Mu has changed' }));
  act(endSession);
  expect(screen.queryByText('Mu has changed')).toBeNull();
});
