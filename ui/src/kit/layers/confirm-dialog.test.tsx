import { act, screen, waitFor } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from '#kit/buttons/button.tsx';
import { afterUnsavedInput, askUnsavedDialog } from '#kit/unsaved-input.ts';
import { languages, renderInConsole } from '#testing/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = Partial<ComponentProps<typeof ConfirmDialog>>;

function Deletion({ onConfirm, ...props }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete…</Button>
      <ConfirmDialog
        title="Delete this airport?"
        confirmLabel="Delete airport"
        {...props}
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={(reason) => onConfirm?.(reason)}
      />
    </>
  );
}

async function openDialog(props: Props, options?: Parameters<typeof renderInConsole>[1]) {
  const view = await renderInConsole(<Deletion {...props} />, options);
  await view.user.click(screen.getByRole('button', { name: 'Delete…' }));
  await screen.findByRole('alertdialog', { name: 'Delete this airport?' });
  return view;
}

const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

describe('a confirmation dialog', () => {
  it.each(languages)('focuses the cancel button in %s, so that Enter confirms nothing', async (language) => {
    const onConfirm = vi.fn();
    const { user, texts } = await openDialog({ onConfirm }, { language });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.common.cancel })));
    await user.keyboard('{Enter}');
    await waitUntilClosed();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('closes on Escape and returns the focus to the button that opened it', async () => {
    const { user } = await openDialog({});
    await user.keyboard('{Escape}');
    await waitUntilClosed();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete…' })));
  });

  it.each(['{Escape}', 'the closing button', 'Cancel'])('asks on %s before a typed reason is lost', async (way) => {
    const { user, texts } = await openDialog({ reason: { label: 'Reason', required: true } });
    const close = () =>
      way === '{Escape}'
        ? user.keyboard(way)
        : user.click(screen.getByRole('button', { name: way === 'Cancel' ? way : texts.common.close }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Wrong city');
    await close();
    await user.click(screen.getByRole('button', { name: texts.kit.keepEditing }));
    expect(screen.getByDisplayValue('Wrong city')).toBe(screen.getByRole('textbox', { name: 'Reason' }));
    expect(screen.getByRole('button', { name: 'Delete airport' })).toBeDefined();
    await close();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.kit.keepEditing }));
    await user.click(screen.getByRole('button', { name: texts.kit.discard }));
    await waitUntilClosed();
  });

  it('stays open on a second Escape, with the focus where it was', async () => {
    const { user } = await openDialog({ reason: { label: 'Reason' } });
    const reason = screen.getByRole('textbox', { name: 'Reason' });
    await user.type(reason, 'Wrong city');
    await user.keyboard('{Escape}{Escape}');
    expect(document.activeElement).toBe(reason);
    expect(screen.getByRole('button', { name: 'Delete airport' })).toBeDefined();
  });

  it('asks on Cancel before what its content has is lost', async () => {
    const { user, texts } = await openDialog({ isChanged: true });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: texts.kit.discard }));
    await waitUntilClosed();
  });

  it('asks before something below it takes a typed reason away, which then goes on at once', async () => {
    const { user, texts } = await openDialog({ reason: { label: 'Reason' } });
    const goOn = vi.fn();
    act(() => afterUnsavedInput(goOn));
    expect(goOn).toHaveBeenCalledOnce();
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Wrong city');
    act(() => afterUnsavedInput(goOn));
    await user.click(screen.getByRole('button', { name: texts.kit.keepEditing }));
    act(() => void askUnsavedDialog(goOn));
    expect(goOn).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: texts.kit.discard }));
    await waitUntilClosed();
    expect(goOn).toHaveBeenCalledTimes(2);
    expect(askUnsavedDialog(goOn)).toBe(false);
  });

  it('goes nowhere when it is closed later, after the user has stayed', async () => {
    const { user, texts } = await openDialog({ reason: { label: 'Reason' } });
    const goOn = vi.fn();
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Wrong city');
    act(() => afterUnsavedInput(goOn));
    await user.click(screen.getByRole('button', { name: texts.kit.keepEditing }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: texts.kit.discard }));
    await waitUntilClosed();
    expect(goOn).not.toHaveBeenCalled();
  });

  it('lets the browser ask before the page is closed while a reason is typed', async () => {
    const { user } = await openDialog({ reason: { label: 'Reason' } });
    const unload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(unload()).toBe(false);
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Wrong city');
    expect(unload()).toBe(true);
  });

  it('calls onConfirm when confirmed', async () => {
    const onConfirm = vi.fn();
    const { user } = await openDialog({ onConfirm });
    await user.click(screen.getByRole('button', { name: 'Delete airport' }));
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('');
  });

  it('does not confirm again while busy', async () => {
    const onConfirm = vi.fn();
    const { user } = await openDialog({ onConfirm, busy: true });
    await user.click(screen.getByRole('button', { name: 'Delete airport' }));
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('shows why confirming is disabled, and does not confirm', async () => {
    const onConfirm = vi.fn();
    const { user } = await openDialog({ onConfirm, disabledReason: 'Needs the permission airport:delete' });
    await user.click(screen.getByRole('button', { name: 'Delete airport' }));
    expect(await screen.findByRole('tooltip')).toHaveProperty('textContent', 'Needs the permission airport:delete');
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('shows the error of the server', async () => {
    await openDialog({ error: 'In use by 3 cities' });
    expect(screen.getByRole('alert').textContent).toBe('In use by 3 cities');
  });

  it.each(languages)('asks for a missing required reason in %s and focuses its field', async (language) => {
    const onConfirm = vi.fn();
    const { user, texts } = await openDialog({ onConfirm, reason: { label: 'Reason', required: true } }, { language });
    const confirm = screen.getByRole('button', { name: 'Delete airport' });
    await user.click(confirm);
    expect(screen.getByText(texts.common.required)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Reason/ }));
    await user.keyboard('  Twice in the list ');
    await user.click(confirm);
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('Twice in the list');
  });

  it('is confirmed by keys alone with a reason given before: down, Enter, and Ctrl+Enter', async () => {
    const onConfirm = vi.fn();
    const readRecent = () => ['Twice in the list', 'Closed'];
    const { user } = await openDialog({ onConfirm, reason: { label: 'Reason', required: true, readRecent } });
    const field = screen.getByRole('textbox', { name: /Reason/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(onConfirm).not.toHaveBeenCalled();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(document.activeElement).toBe(field);
    // in a text the arrow moves the cursor
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(field);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('Closed');
  });

  it.each(languages)('refuses a reason that is too long in %s, without cutting it', async (language) => {
    const onConfirm = vi.fn();
    const { user, texts } = await openDialog({ onConfirm, reason: { label: 'Reason', maxLength: 3 } }, { language });
    await user.click(screen.getByRole('textbox'));
    await user.paste('abcd');
    await user.click(screen.getByRole('button', { name: 'Delete airport' }));
    expect(screen.getByText(texts.kit.tooLong)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(onConfirm).not.toHaveBeenCalled();
  });
});
