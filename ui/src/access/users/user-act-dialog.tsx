import { useState } from 'react';
import { rememberReason, useReasonField } from '#crud/reason-field.ts';
import { useAction } from '#crud/use-action.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/display/code.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { Account, UserAct } from './account.ts';
import { RolePicker } from './role-picker.tsx';
import { type ActDetails, performAct } from './users-calls.ts';

export interface PendingUserAct {
  act: UserAct;
  account: Account;
}

interface Props {
  pendingAct: PendingUserAct | undefined;
  onPendingActChange: (pendingAct: PendingUserAct | undefined) => void;
  onDeleted: (id: number) => unknown;
}

const destructiveActs: ReadonlySet<UserAct> = new Set(['reject', 'deactivate', 'removeTotp', 'delete']);

/** Asks for confirmation of an act; keeps the chosen roles if the account has changed in the meantime. */
export function UserActDialog({ pendingAct, onPendingActChange, onDeleted }: Props) {
  const { t } = useTexts();
  const reason = useReasonField('user');
  const account = pendingAct?.account;
  const subject = pendingAct && `${pendingAct.act} ${pendingAct.account.id}`;
  const { busy, problem, run, clearProblem, isShown } = useAction(undefined, subject);
  // kept for the same account, also after it was reloaded in a newer version
  const [roleChoice, setRoleChoice] = useState<{ id: number; roles: string[] }>();
  const roles =
    roleChoice && roleChoice.id === account?.id ? roleChoice.roles : (account?.roles.map((role) => role.name) ?? []);
  const name = account?.displayName ?? '';
  // the cast: by the contract, a 412 response has the current account
  const currentAccount = problem?.status === 412 ? (problem.current as Account | undefined) : undefined;
  const act = pendingAct?.act ?? 'delete';

  function close(): void {
    clearProblem();
    setRoleChoice(undefined);
    onPendingActChange(undefined);
  }

  async function confirm(reasonText: string): Promise<void> {
    if (!account) return;
    const details: ActDetails = {
      ...(act === 'approve' ? { roles } : {}),
      ...(act === 'reject' ? { reason: reasonText } : {}),
    };
    const isDone = await run(
      () => performAct(currentAccount ?? account, act, details),
      t(`user.done.${act}`, { name, email: account.email }),
      () => act === 'delete' && onDeleted(account.id),
    );
    if (!isDone) return;
    if (act === 'reject') rememberReason(reasonText, 'user');
    if (isShown()) close();
  }

  return (
    <ConfirmDialog
      open={pendingAct !== undefined}
      onClose={close}
      title={t(`user.ask.${act}`, { name })}
      description={
        account && (
          <>
            <Code small>{account.username}</Code>{' '}
            {t(`user.askText.${act}`, { email: account.email, count: account.openSessions })}
          </>
        )
      }
      confirmLabel={t(`user.confirm.${act}`)}
      cancelLabel={t('common.cancel')}
      destructive={destructiveActs.has(act)}
      busy={busy}
      reason={act === 'reject' ? { ...reason, help: t('user.reasonHelp') } : undefined}
      error={currentAccount ? undefined : (problem?.fields[0]?.message ?? problem?.message)}
      onConfirm={(reasonText) => void confirm(reasonText)}
    >
      {currentAccount && (
        <Note tone="warn" live>
          {t('user.changedMeanwhile', { by: currentAccount.updatedBy, time: shortTime(currentAccount.updateTime) })}
        </Note>
      )}
      {act === 'approve' && account && (
        <RolePicker
          label={t('user.rolesToGive')}
          values={roles}
          onChange={(names) => setRoleChoice({ id: account.id, roles: names })}
        />
      )}
    </ConfirmDialog>
  );
}
