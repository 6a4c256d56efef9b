import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { Drawer } from './drawer.tsx';

function setWidth(width: number): void {
  Reflect.get(window, 'happyDOM').setViewport({ width });
}

beforeEach(() => setWidth(390));
afterEach(() => setWidth(1024));

async function renderDrawer() {
  const onClose = vi.fn();
  const page = (open: boolean) => (
    <div>
      <button type="button">Behind</button>
      <Drawer open={open} onClose={onClose} aria-label="Card" title="Card of LXA">
        <p>Content</p>
      </Drawer>
    </div>
  );
  const { rerender } = await renderInConsole(page(true));
  const handle = screen.getByText('Card of LXA').parentElement;
  if (!handle) throw new Error('no handle');
  handle.setPointerCapture = () => undefined;
  const drag = (distance: number) => {
    fireEvent.pointerDown(handle, { clientY: 100, pointerId: 1 });
    fireEvent.pointerMove(handle, { clientY: 100 + distance, pointerId: 1 });
    fireEvent.pointerUp(handle, { clientY: 100 + distance, pointerId: 1 });
  };
  return { onClose, drag, close: () => rerender(page(false)) };
}

const isInert = () => screen.getByText('Behind').closest('[inert]') !== null;

it('makes the page behind it inert on phones, until it closes', async () => {
  const { close } = await renderDrawer();
  expect(isInert()).toBe(true);
  expect(screen.getByText('Content').closest('[inert]')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Card' })).toBe(document.activeElement);
  close();
  expect(isInert()).toBe(false);
});

it('leaves the page beside it usable on wider screens', async () => {
  setWidth(1024);
  const { drag, onClose } = await renderDrawer();
  expect(isInert()).toBe(false);
  screen.getByRole('complementary', { name: 'Card' });
  drag(200);
  expect(onClose).not.toHaveBeenCalled();
});

it('closes on phones when it is dragged down far enough', async () => {
  const { drag, onClose } = await renderDrawer();
  drag(60);
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog', { name: 'Card' }).style.translate).toBe('');
  drag(120);
  expect(onClose).toHaveBeenCalledOnce();
});
