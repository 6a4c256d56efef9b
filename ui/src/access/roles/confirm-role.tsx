import { useState } from 'react';
import type { Role } from '#access/common/use-roles.ts';
import { useAct } from '#crud/admin/use-act.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { Note } from '#kit/note.tsx';
import { isAdministrator } from '#session/can.ts';
import { useSession } from '#session/use-session.ts';
import { confirmRole } from './roles-calls.ts';

interface Props {
  role: Role;
  /** Called once the role is an administrator's. */
  onConfirmed: () => unknown;
}

/** Says that a role's name means administrator but does not count yet, and lets an administrator confirm that it does. */
export function ConfirmRole({ role, onConfirmed }: Props) {
  const { t } = useTexts();
  const { user, refuse } = useSession();
  const { busy, problem, run, forget } = useAct();
  const [open, setOpen] = useState(false);
  const name = role.displayName;
  const refused = refuse('role:update') || (isAdministrator(user) ? false : t('role.administratorsConfirm'));

  function close(): void {
    forget();
    setOpen(false);
  }

  async function confirm(): Promise<void> {
    if (await run(() => confirmRole(role), t('role.confirmed', { name }), onConfirmed)) close();
  }

  return (
    <Note
      tone="warn"
      action={
        <Button size="sm" refused={refused} onClick={() => setOpen(true)}>
          {t('role.confirm')}
        </Button>
      }
    >
      {t('role.unconfirmedText', { name })}
      <ConfirmDialog
        open={open}
        onClose={close}
        title={t('role.confirmQuestion', { name })}
        description={t('role.confirmText', { count: role.people })}
        confirmLabel={t('role.confirm')}
        cancelLabel={t('common.cancel')}
        busy={busy}
        error={problem?.message}
        onConfirm={() => void confirm()}
      />
    </Note>
  );
}
