import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { Flyout } from './flyout.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const renderFlyout = () =>
  renderInConsole(
    <Flyout
      aria-label="Places"
      trigger={(attributes) => (
        <button {...attributes} type="button">
          Menu
        </button>
      )}
    >
      <a href="#airports">Airports</a>
    </Flyout>,
  );

it('stays open for the keyboard when the pointer crosses and leaves it', async () => {
  await renderFlyout();
  const entry = screen.getByRole('button', { name: 'Menu' });
  entry.focus();
  fireEvent.keyDown(entry, { key: 'Enter' });
  const link = screen.getByRole('link', { name: 'Airports' });
  expect(document.activeElement).toBe(link);
  fireEvent.pointerLeave(screen.getByRole('group', { name: 'Places' }), { pointerType: 'mouse' });
  act(() => vi.advanceTimersByTime(10_000));
  expect(document.activeElement).toBe(link);
});

it('moves the focus into the links when the entry is pressed by keyboard while the pointer has it open', async () => {
  await renderFlyout();
  const entry = screen.getByRole('button', { name: 'Menu' });
  fireEvent.click(entry, { detail: 1 });
  screen.getByRole('group', { name: 'Places' });
  fireEvent.click(entry, { detail: 0 });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Airports' }));
});
