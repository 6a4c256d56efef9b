import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { rememberReason, useReasonField } from './reason-field.ts';

function Rejection({ subject }: { subject?: 'record' | 'user' }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ConfirmDialog
        open={open}
        onClose={close}
        title="Reject?"
        confirmLabel="Reject"
        reason={useReasonField(subject)}
        onConfirm={(reason) => {
          rememberReason(reason, subject);
          close();
        }}
      />
    </>
  );
}

type View = Awaited<ReturnType<typeof renderInConsole>>;

async function openDialog({ user }: View): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('alertdialog', { name: 'Reject?' });
}

async function reject(view: View, reason: string): Promise<void> {
  await openDialog(view);
  await view.user.type(screen.getByRole('textbox'), reason);
  await view.user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

const offeredReasons = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

describe('the reason of a rejection', () => {
  beforeEach(() => localStorage.clear());

  it('offers the last three different reasons, latest first, and a click fills one in', async () => {
    const view = await renderInConsole(<Rejection />);
    await openDialog(view);
    expect(offeredReasons()).toEqual([]);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    for (const reason of ['wrong city', 'no source', 'duplicate', 'wrong city', 'typo']) await reject(view, reason);
    await openDialog(view);
    expect(offeredReasons()).toEqual(['typo', 'wrong city', 'duplicate']);
    await view.user.click(screen.getByRole('button', { name: 'duplicate' }));
    const field = screen.getByRole('textbox') as HTMLTextAreaElement; // the reason is a textarea
    expect(field.value).toBe('duplicate');
    expect(document.activeElement).toBe(field);
  });

  it('offers no reasons given for something else, nor stored by something else', async () => {
    const records = await renderInConsole(<Rejection />);
    await reject(records, 'wrong city');
    records.unmount();
    const users = await renderInConsole(<Rejection subject="user" />);
    await openDialog(users);
    expect(offeredReasons()).toEqual([]);
  });

  it('offers none if the browser holds something unreadable', async () => {
    localStorage.setItem('reasons:["","record"]', '{"not":"a list"}');
    await openDialog(await renderInConsole(<Rejection />));
    expect(offeredReasons()).toEqual([]);
  });
});
