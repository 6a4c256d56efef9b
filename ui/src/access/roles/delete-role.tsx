import { Link } from '@tanstack/react-router';
import type { Role } from '#access/common/use-roles.ts';
import { useAction } from '#crud/use-action.ts';
import { roleName } from '#i18n/display-name.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import { deleteRole } from './roles-calls.ts';

interface Props {
  role: Role | undefined;
  onClose: () => void;
  onDeleted?: () => unknown;
}

/** Asks for confirmation and deletes a role, or links to the users who still have it. */
export function DeleteRole({ role, onClose, onDeleted }: Props) {
  const { t } = useTexts();
  const { busy, problem, run, clearProblem, isShown } = useAction(undefined, role?.id);
  const people = role?.people ?? 0;
  const disabledReason = people > 0 && t('role.inUse', { count: people });

  function close(): void {
    clearProblem();
    onClose();
  }

  async function confirm(): Promise<void> {
    if (!role) return;
    const isDeleted = await run(() => deleteRole(role), t('form.deleted', { name: roleName(role) }), onDeleted);
    if (isDeleted && isShown()) close();
  }

  return (
    <ConfirmDialog
      open={role !== undefined}
      onClose={close}
      title={t('role.deleteQuestion', { name: role ? roleName(role) : '' })}
      description={
        role && (
          <>
            <Code small>{role.name}</Code> {t('role.deleteText')}
          </>
        )
      }
      confirmLabel={t('role.delete')}
      cancelLabel={t('common.cancel')}
      destructive
      busy={busy}
      disabledReason={disabledReason}
      error={problem?.message}
      onConfirm={() => void confirm()}
    >
      {disabledReason && role && (
        <Note
          tone="warn"
          action={
            // the user list parses its URL parameters itself
            <Link to="/users/user-list" search={{ role: role.name }} className={linkClass}>
              {t('role.showPeople')}
            </Link>
          }
        >
          {disabledReason}
        </Note>
      )}
    </ConfirmDialog>
  );
}
