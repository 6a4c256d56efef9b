import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { Snackbar } from './snackbar.tsx';
import { Toaster } from './toast.tsx';
import { createToasts, pushUndo } from './toasts.ts';

const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('toasts on the page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are announced as status, and errors as alerts', async () => {
    const toasts = createToasts();
    await renderInConsole(<Toaster toasts={toasts} />);
    act(() => {
      toasts.push({ type: 'success', message: 'Saved' });
      toasts.push({ type: 'error', message: 'Failed' });
    });
    expect(screen.getByRole('status').textContent).toBe('Saved');
    expect(screen.getByRole('alert').textContent).toBe('Failed');
  });

  it.each(languages)('are closed by their close button in %s', async (language) => {
    const toasts = createToasts();
    const { texts } = await renderInConsole(<Toaster toasts={toasts} />, { language });
    act(() => void toasts.push({ type: 'info', message: 'Saved' }));
    fireEvent.click(screen.getByRole('button', { name: texts.common.close }));
    advance(200);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stay while they have the focus and disappear three seconds after losing it', async () => {
    const toasts = createToasts();
    const { texts } = await renderInConsole(<Toaster toasts={toasts} />);
    act(() => void toasts.push({ type: 'info', message: 'Saved' }));
    const close = screen.getByRole('button', { name: texts.common.close });
    fireEvent.focus(close);
    advance(10_000);
    expect(screen.getByText('Saved')).toBeDefined();
    fireEvent.blur(close);
    advance(3200);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stay while focused when the pointer leaves, and while hovered when the focus leaves', async () => {
    const toasts = createToasts();
    const { texts } = await renderInConsole(<Toaster toasts={toasts} />);
    act(() => void toasts.push({ type: 'info', message: 'Saved' }));
    const close = screen.getByRole('button', { name: texts.common.close });
    const line = screen.getByText('Saved').parentElement as HTMLElement;
    // happy-dom has no pointer
    const states = new Set([':hover', ':focus-within']);
    vi.spyOn(line, 'matches').mockImplementation((selector) => states.has(selector));
    fireEvent.pointerEnter(line);
    fireEvent.focus(close);
    fireEvent.pointerLeave(line);
    advance(10_000);
    expect(screen.getByText('Saved')).toBeDefined();
    fireEvent.blur(close);
    advance(10_000);
    expect(screen.getByText('Saved')).toBeDefined();
    states.clear();
    fireEvent.pointerLeave(line);
    advance(3200);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('run their action once and disappear', async () => {
    const toasts = createToasts();
    const onSelect = vi.fn();
    await renderInConsole(<Toaster toasts={toasts} />);
    act(() => void toasts.push({ type: 'error', message: 'Failed', action: { label: 'Try again', onSelect } }));
    advance(60_000);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    advance(200);
    expect(onSelect).toHaveBeenCalledOnce();
    expect(screen.queryByText('Failed')).toBeNull();
  });

  it('are reached with F6, from a text field too', async () => {
    const snackbar = createToasts(5000);
    await renderInConsole(
      <>
        <input aria-label="Name" />
        <Snackbar snackbar={snackbar} />
      </>,
    );
    act(() => void pushUndo(snackbar, 'Deactivated PEK', { label: 'Undo', onSelect: vi.fn() }));
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'F6' });
    const undo = screen.getByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(undo);
    advance(60_000);
    expect(screen.getByText('Deactivated PEK')).toBeDefined();
  });

  it('offer to undo only the latest action, for five seconds', async () => {
    const snackbar = createToasts(5000);
    const undo = vi.fn();
    await renderInConsole(<Snackbar snackbar={snackbar} />);
    act(() => {
      pushUndo(snackbar, 'Deleted PEK', { label: 'Undo', onSelect: vi.fn() });
      pushUndo(snackbar, 'Deleted PKX', { label: 'Undo', onSelect: undo });
    });
    advance(4900);
    expect(screen.queryByText('Deleted PEK')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
  });
});
