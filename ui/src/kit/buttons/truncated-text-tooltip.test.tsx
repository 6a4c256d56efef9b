import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { TruncatedTextTooltip } from './truncated-text-tooltip.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Gives an element the sizes that the browser would compute, which are 0 without a layout. */
function layOut(element: HTMLElement, sizes: { clientWidth: number; scrollWidth: number }): void {
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(element, name, { value });
}

function hover(element: Element): void {
  fireEvent.pointerMove(element, { pointerType: 'mouse' });
  act(() => vi.advanceTimersByTime(400));
}

const shownText = () => screen.queryByRole('tooltip')?.textContent ?? null;

test('a cut text is shown in full while it is hovered, and a text that fits is not', async () => {
  await renderInConsole(
    <>
      <span className="truncate">Llanfairpwllgwyngyll</span>
      <span className="truncate">Bala</span>
      <TruncatedTextTooltip />
    </>,
  );
  const [cutText, fittingText] = [screen.getByText('Llanfairpwllgwyngyll'), screen.getByText('Bala')];
  layOut(cutText, { clientWidth: 80, scrollWidth: 200 });
  layOut(fittingText, { clientWidth: 80, scrollWidth: 80 });
  hover(cutText);
  expect(shownText()).toBe('Llanfairpwllgwyngyll');
  hover(fittingText);
  expect(shownText()).toBeNull();
});

test('a cut text whose title says it in full has no second tooltip', async () => {
  await renderInConsole(
    <>
      <span className="truncate" title="Llanfairpwllgwyngyll, Wales">
        Llanfairpwllgwyngyll
      </span>
      <TruncatedTextTooltip />
    </>,
  );
  const text = screen.getByText('Llanfairpwllgwyngyll');
  layOut(text, { clientWidth: 80, scrollWidth: 200 });
  hover(text);
  expect(shownText()).toBeNull();
});

test('the keyboard’s focus on a control shows the cut texts in it, and leaving hides them', async () => {
  await renderInConsole(
    <>
      <button type="button">
        <span className="truncate">Llanfairpwllgwyngyll</span>
      </button>
      <TruncatedTextTooltip />
    </>,
  );
  layOut(screen.getByText('Llanfairpwllgwyngyll'), { clientWidth: 80, scrollWidth: 200 });
  const button = screen.getByRole('button');
  act(() => button.focus());
  act(() => vi.advanceTimersByTime(120));
  expect(shownText()).toBe('Llanfairpwllgwyngyll');
  act(() => button.blur());
  expect(shownText()).toBeNull();
});

test('what the width of the window hides is not part of the shown text', async () => {
  await renderInConsole(
    <>
      <button type="button" className="truncate">
        <span>Changed: currency symbol</span>
        <span style={{ display: 'none' }}>Change</span>
      </button>
      <TruncatedTextTooltip />
    </>,
  );
  const button = screen.getByRole('button');
  layOut(button, { clientWidth: 80, scrollWidth: 200 });
  act(() => button.focus());
  act(() => vi.advanceTimersByTime(120));
  expect(shownText()).toBe('Changed: currency symbol');
});

test('a key that moves the focus shows the text at the new place, and any other key hides it', async () => {
  await renderInConsole(
    <>
      <button type="button" onKeyDown={({ key }) => key === 'ArrowDown' && screen.getByText('Second').focus()}>
        First
      </button>
      <button type="button" className="truncate">
        Second
      </button>
      <TruncatedTextTooltip />
    </>,
  );
  const [first, second] = [screen.getByText('First'), screen.getByText('Second')];
  layOut(second, { clientWidth: 80, scrollWidth: 200 });
  act(() => first.focus());
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  act(() => vi.advanceTimersByTime(120));
  expect(shownText()).toBe('Second');
  fireEvent.keyDown(second, { key: 'Enter' });
  expect(shownText()).toBeNull();
});

test('what moves under a resting pointer does not hide what the keyboard shows', async () => {
  await renderInConsole(
    <>
      <span>Bala</span>
      <button type="button" className="truncate">
        Llanfairpwllgwyngyll
      </button>
      <TruncatedTextTooltip />
    </>,
  );
  const button = screen.getByRole('button');
  layOut(button, { clientWidth: 80, scrollWidth: 200 });
  act(() => button.focus());
  // as Chromium does after a layout change: the pointer enters another element without having moved
  fireEvent.pointerOver(screen.getByText('Bala'), { pointerType: 'mouse' });
  act(() => vi.advanceTimersByTime(400));
  expect(shownText()).toBe('Llanfairpwllgwyngyll');
});
