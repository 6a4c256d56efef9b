import type { AccessListState } from '#access/common/use-access-list.ts';
import { notify } from '#crud/notify.ts';
import { Stepper } from '#crud/record/stepper.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Plate } from '#kit/chip.tsx';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { Menu } from '#kit/menu.tsx';
import { Note } from '#kit/note.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import { useHotkey } from '#kit/use-hotkey.ts';
import { type Account, marks } from './account.ts';
import { useAccountCard } from './use-account-card.ts';
import { type OfferedAct, useUserActs } from './use-user-acts.ts';
import type { Asked } from './user-act-dialog.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserSessions } from './user-sessions.tsx';

interface Props {
  id: number;
  list: AccessListState & Parameters<typeof Stepper>[0]['list'];
  onAsk: (asked: Asked) => void;
}

/** One account beside the list: who it is, what they may, where they are signed in, what can be done. */
export function UserCard({ id, list, onAsk }: Props) {
  const { t } = useTexts();
  const { data, problem, loading, reload } = useAccountCard(id);
  const { editRefused } = useUserActs();
  const { set } = list;
  const edit = () => void set({ id, panel: 'edit' });
  useHotkey('e', () => data && !editRefused(data.account) && edit());
  useHotkey('c', () => {
    if (!data) return;
    void navigator.clipboard?.writeText(data.account.username);
    notify.success(t('common.copied'));
  });
  const missing = problem?.status === 404;
  return (
    <Drawer
      open
      onClose={() => void set({ id: undefined, panel: undefined })}
      aria-label={t('record.info', { one: t('user.one') })}
      title={t('record.info', { one: t('user.one') })}
      headActions={<Stepper list={list} />}
      footer={data && !problem && <Actions account={data.account} onAsk={onAsk} onEdit={edit} />}
    >
      {problem && (
        <ErrorState
          title={missing ? t('user.missing') : t('people.loadFailed', { problem: problem.message })}
          text={missing ? t('people.missingText') : undefined}
          onRetry={missing ? undefined : reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
        />
      )}
      {!data && !problem && <LoadingCard />}
      {data && !problem && (
        <>
          <Head account={data.account} />
          <UserFacts account={data.account} />
          <DrawerSection>
            <UserSessions account={data.account} sessions={data.sessions} onAsk={onAsk} />
          </DrawerSection>
        </>
      )}
    </Drawer>
  );
}

function Head({ account }: { account: Account }) {
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

interface ActionsProps {
  account: Account;
  onAsk: (asked: Asked) => void;
  onEdit: () => void;
}

const leading = new Set(['approve', 'reject', 'activate', 'deactivate', 'invite']);

function Actions({ account, onAsk, onEdit }: ActionsProps) {
  const { t } = useTexts();
  const { offered, editRefused } = useUserActs();
  const acts = offered(account);
  const first = acts.filter(({ act }) => leading.has(act));
  const decision = first.some(({ act }) => act === 'approve');
  const button = ({ act, label, icon, refused }: OfferedAct) => (
    <Button
      key={act}
      icon={icon}
      variant={act === 'approve' ? 'primary' : 'secondary'}
      refused={refused}
      onClick={() => onAsk({ act, account })}
    >
      {label}…
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        align="start"
        trigger={<Button icon="more" iconOnly aria-label={t('common.more')} />}
        items={acts
          .filter(({ act }) => !leading.has(act))
          .map(({ act, label, ...entry }) => ({
            ...entry,
            id: act,
            label: `${label}…`,
            ...(act === 'delete' ? { tone: 'bad' as const, separatorBefore: acts.length > first.length + 1 } : {}),
            onSelect: () => onAsk({ act, account }),
          }))}
      />
      <div className="flex flex-1 flex-wrap gap-2 *:flex-1">
        {first.filter(({ act }) => act !== 'approve').map(button)}
        <Button
          variant={decision ? 'secondary' : 'primary'}
          icon="edit"
          refused={editRefused(account)}
          onClick={onEdit}
        >
          {t('common.edit')}
        </Button>
        {first.filter(({ act }) => act === 'approve').map(button)}
      </div>
    </div>
  );
}

const LoadingCard = () => (
  <div className="flex flex-col gap-3 p-4">
    <Skeleton width={128} height={28} className="late" />
    <Skeleton width={160} height={24} className="late" />
    <Skeleton width={208} height={20} className="late" />
    <Skeleton height={128} className="late mt-4" />
  </div>
);
