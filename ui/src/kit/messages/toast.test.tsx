import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { createSnacks, pushUndo, Snackbar } from './snackbar.tsx';
import { createToasts, Toaster } from './toast.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('toasts on the page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are told politely, errors as alerts', async () => {
    const toasts = createToasts();
    await renderInConsole(<Toaster toasts={toasts} />);
    act(() => {
      toasts.push({ type: 'success', message: 'Saved' });
      toasts.push({ type: 'error', message: 'Failed' });
    });
    expect(screen.getByRole('status').textContent).toBe('Saved');
    expect(screen.getByRole('alert').textContent).toBe('Failed');
  });

  it.each(languages)('are closed by the cross that %s names', async (language) => {
    const toasts = createToasts();
    const { texts } = await renderInConsole(<Toaster toasts={toasts} />, { language });
    act(() => void toasts.push({ type: 'info', message: 'Saved' }));
    fireEvent.click(screen.getByRole('button', { name: texts.common.close }));
    pass(200);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stay while the focus is in them, and go three seconds of no attention later', async () => {
    const toasts = createToasts();
    const { texts } = await renderInConsole(<Toaster toasts={toasts} />);
    act(() => void toasts.push({ type: 'info', message: 'Saved' }));
    const close = screen.getByRole('button', { name: texts.common.close });
    fireEvent.focus(close);
    pass(10_000);
    expect(screen.getByText('Saved')).toBeDefined();
    fireEvent.blur(close);
    pass(3200);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('do what they offer once, and go', async () => {
    const toasts = createToasts();
    const onSelect = vi.fn();
    await renderInConsole(<Toaster toasts={toasts} />);
    act(() => void toasts.push({ type: 'error', message: 'Failed', action: { label: 'Try again', onSelect } }));
    pass(60_000);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    pass(200);
    expect(onSelect).toHaveBeenCalledOnce();
    expect(screen.queryByText('Failed')).toBeNull();
  });

  it('take back an act for five seconds, the newest one only', async () => {
    const snacks = createSnacks();
    const undo = vi.fn();
    await renderInConsole(<Snackbar snacks={snacks} />);
    act(() => {
      pushUndo(snacks, 'Deleted PEK', { label: 'Undo', onSelect: vi.fn() });
      pushUndo(snacks, 'Deleted PKX', { label: 'Undo', onSelect: undo });
    });
    pass(4900);
    expect(screen.queryByText('Deleted PEK')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
  });
});
