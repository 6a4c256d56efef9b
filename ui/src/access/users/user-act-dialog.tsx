import { useState } from 'react';
import { useReasonField } from '#crud/reason-field.ts';
import { useAction } from '#crud/use-action.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/display/chip.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { Account, UserAct } from './account.ts';
import { RolePicker } from './role-picker.tsx';
import { type ActDetails, actOn } from './users-calls.ts';

export interface PendingUserAct {
  act: UserAct;
  account: Account;
}

interface Props {
  pendingAct: PendingUserAct | undefined;
  onAsk: (pendingAct: PendingUserAct | undefined) => void;
  onDeleted: (id: number) => unknown;
}

const destructive: ReadonlySet<UserAct> = new Set(['reject', 'deactivate', 'removeTotp', 'delete']);

/** Asks before an act, says what follows from it, and keeps what was chosen where somebody was faster. */
export function UserActDialog({ pendingAct, onAsk, onDeleted }: Props) {
  const { t } = useTexts();
  const { busy, problem, run, clearProblem: forget } = useAction();
  const reason = useReasonField();
  const account = pendingAct?.account;
  // kept while the same is pendingAct, also of a newer version of the account
  const [chosen, choose] = useState<{ id: number; roles: string[] }>();
  const roles = chosen && chosen.id === account?.id ? chosen.roles : (account?.roles.map((role) => role.name) ?? []);
  const name = account?.displayName ?? '';
  // the contract answers the account as it is now
  const current = problem?.status === 412 ? (problem.current as Account | undefined) : undefined;
  const act = pendingAct?.act ?? 'delete';

  function close(): void {
    forget();
    choose(undefined);
    onAsk(undefined);
  }

  async function confirm(written: string): Promise<void> {
    if (!account) return;
    const details: ActDetails = {
      ...(act === 'approve' ? { roles } : {}),
      ...(act === 'reject' ? { reason: written } : {}),
    };
    const done = await run(
      () => actOn(current ?? account, act, details),
      t(`user.done.${act}`, { name, email: account.email }),
      () => act === 'delete' && onDeleted(account.id),
    );
    if (done) close();
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
      destructive={destructive.has(act)}
      busy={busy}
      reason={act === 'reject' ? { ...reason, help: t('user.reasonHelp') } : undefined}
      error={current ? undefined : (problem?.fields[0]?.message ?? problem?.message)}
      onConfirm={(written) => void confirm(written)}
    >
      {current && (
        <Note tone="warn" live>
          {t('user.changedMeanwhile', { by: current.updatedBy, time: shortTime(current.updateTime) })}
        </Note>
      )}
      {act === 'approve' && account && (
        <RolePicker
          label={t('user.rolesToGive')}
          values={roles}
          onChange={(names) => choose({ id: account.id, roles: names })}
        />
      )}
    </ConfirmDialog>
  );
}
