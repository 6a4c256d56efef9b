import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Plate } from '#kit/chip.tsx';
import { Note } from '#kit/note.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import { type Account, marks } from './account.ts';

/** Who an account is, where it stands, and what one should know before doing anything with it. */
export function UserHead({ account }: { account: Account }) {
  const { t } = useTexts();
  const { username, displayName, email, status, reason, withinReach } = account;
  return (
    <div className="flex flex-col gap-2.5 border-b border-line p-4">
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 overflow-hidden">
          <Plate size="md" onCopy={() => notify.success(t('common.copied'))}>
            {username}
          </Plate>
        </span>
        <StatusMark className="ml-auto flex-none" status={marks[status]} label={t(`user.status.${status}`)} />
      </div>
      <div className="min-w-0">
        <div className="text-lg font-semibold [overflow-wrap:anywhere]">{displayName}</div>
        <div className="text-ink-2 [overflow-wrap:anywhere]">{email}</div>
      </div>
      {status === 'rejected' && reason && <Note tone="bad">{t('user.rejectedFor', { reason })}</Note>}
      {status === 'pending' && <Note tone="warn">{t('user.waits')}</Note>}
      {!withinReach && <Note tone="info">{t('user.refused.beyondReach')}</Note>}
    </div>
  );
}
