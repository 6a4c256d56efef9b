import { screen, waitFor } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from '#kit/buttons/button.tsx';
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

async function open(props: Props, options?: Parameters<typeof renderInConsole>[1]) {
  const view = await renderInConsole(<Deletion {...props} />, options);
  await view.user.click(screen.getByRole('button', { name: 'Delete…' }));
  await screen.findByRole('alertdialog', { name: 'Delete this airport?' });
  return view;
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

describe('a question before something is done', () => {
  it.each(languages)('puts the focus on what %s calls cancelling, so that Enter does nothing', async (language) => {
    const onConfirm = vi.fn();
    const { user, texts } = await open({ onConfirm }, { language });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.common.cancel })));
    await user.keyboard('{Enter}');
    await isClosed();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('is closed by Escape, and gives the focus back to the button that asked', async () => {
    const { user } = await open({});
    await user.keyboard('{Escape}');
    await isClosed();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete…' })));
  });

  it('does what it asked about when that is confirmed', async () => {
    const onConfirm = vi.fn();
    const { user } = await open({ onConfirm });
    await user.click(screen.getByRole('button', { name: 'Delete airport' }));
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('');
  });

  it('does not do it twice while that is under way', async () => {
    const onConfirm = vi.fn();
    const { user } = await open({ onConfirm, busy: true });
    await user.click(screen.getByRole('button', { name: 'Delete airport' }));
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('says why it is refused, and does not do it', async () => {
    const onConfirm = vi.fn();
    const { user } = await open({ onConfirm, refused: 'Needs the permission airport:delete' });
    await user.click(screen.getByRole('button', { name: 'Delete airport' }));
    expect(await screen.findByRole('tooltip')).toHaveProperty('textContent', 'Needs the permission airport:delete');
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('says what the server answered', async () => {
    await open({ error: 'In use by 3 cities' });
    expect(screen.getByRole('alert').textContent).toBe('In use by 3 cities');
  });

  it.each(languages)('asks for a reason that is required, in %s, and goes to its field', async (language) => {
    const onConfirm = vi.fn();
    const { user, texts } = await open({ onConfirm, reason: { label: 'Reason', required: true } }, { language });
    const confirm = screen.getByRole('button', { name: 'Delete airport' });
    await user.click(confirm);
    expect(screen.getByText(texts.common.required)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Reason/ }));
    await user.keyboard('  Twice in the list ');
    await user.click(confirm);
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('Twice in the list');
  });
});
