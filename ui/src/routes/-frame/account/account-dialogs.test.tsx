import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '#session/session.ts';
import { renderInConsole } from '#testing/render.tsx';
import { type AccountDialog, AccountDialogs } from './account-dialogs.tsx';

afterEach(() => vi.restoreAllMocks());

const user = { username: 'ann', displayName: 'Ann', email: 'ann@example.org', roles: [], secondFactor: false };

async function openDialog(dialog: AccountDialog) {
  const onClose = vi.fn();
  // the cast: the dialogs read nothing else of the user
  const view = await renderInConsole(<AccountDialogs user={user as never} dialog={dialog} onClose={onClose} />);
  await screen.findByRole('dialog');
  return { ...view, onClose };
}

it.each([
  ['profile', /^Name/],
  ['password', /^Current password/],
] as const)('asks on Cancel of the dialog %s before what is typed is lost', async (dialog, label) => {
  const { user: person, texts, onClose } = await openDialog(dialog);
  await person.type(screen.getByLabelText(label, { selector: 'input' }), 'x');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: texts.kit.keepEditing }));
  expect(screen.getByLabelText(label, { selector: 'input' })).toBe(document.activeElement);
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('button', { name: texts.kit.discard }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('closes the dialog of the password at once where nothing is typed', async () => {
  const { user: person, onClose } = await openDialog('password');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks before a password or a code for the second factor is lost', async () => {
  const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/ann', qrCode: '' };
  // the cast: the dialog reads nothing but the secret
  vi.spyOn(api, 'POST').mockResolvedValue({ data: secret } as never);
  const { user: person, texts } = await openDialog('twoStep');
  await person.click(await screen.findByRole('button', { name: texts.twoStep.setUp }));
  await person.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'x');
  await person.click(screen.getByRole('button', { name: texts.common.back }));
  await person.click(screen.getByRole('button', { name: texts.kit.keepEditing }));
  await person.click(screen.getByRole('button', { name: texts.twoStep.next }));
  await person.type(await screen.findByLabelText(texts.factor.confirm, { exact: false }), '12');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('button', { name: texts.kit.discard }));
  await waitFor(() => expect(screen.getByRole('button', { name: texts.twoStep.setUp })).toBeDefined());
});
