import type { Schemas } from '#api/metadata.gen.ts';
import type { ListState } from '#crud/list/use-list.ts';
import { DrawerTitle, LoadFailed } from '#crud/read/load-failed.tsx';
import { useRead } from '#crud/read/use-read.ts';
import { ListNeighborButtons } from '#crud/record/list-neighbor-buttons.tsx';
import { copyText } from '#crud/text/copy-text.ts';
import { useAction } from '#crud/use-action.ts';
import { fullTime, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { CodeBadge } from '#kit/display/code.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { formatUserAgent } from '#kit/values/user-agent.ts';
import { useSession } from '#session/use-session.ts';
import { type Account, statusMarks } from './account.ts';
import { type AvailableAct, useUserActs } from './use-user-acts.ts';
import type { PendingUserAct } from './user-act-dialog.tsx';
import { UserFacts } from './user-facts.tsx';
import { endSession, getUser, listSessions } from './users-calls.ts';

interface Props {
  id: number;
  list: ListState & Parameters<typeof ListNeighborButtons>[0]['list'];
  onStartAct: (pendingAct: PendingUserAct) => void;
}

/** The card of a user account beside the list. */
export function UserCard({ id, list, onStartAct }: Props) {
  const { t } = useTexts();
  const read = useAccountCard(id);
  const { data, problem, loading, reload } = read;
  const { editDisabledReason } = useUserActs();
  const { set } = list;
  const edit = () => void set({ id, panel: 'edit' });
  useShortcut('e', 'edit', edit, { active: data !== undefined && !editDisabledReason(data.account) });
  useShortcut('c', 'copy', () => copyText(data?.account.username ?? ''), { active: data !== undefined });
  const isMissing = problem?.status === 404;
  return (
    <Drawer
      open
      onClose={() => void set({ id: undefined, panel: undefined })}
      aria-label={t('record.info', { one: t('user.one') })}
      title={<DrawerTitle read={read}>{t('record.info', { one: t('user.one') })}</DrawerTitle>}
      headActions={<ListNeighborButtons list={list} />}
      footer={data && !problem && <UserCardActions account={data.account} onStartAct={onStartAct} onEdit={edit} />}
    >
      {problem && (
        <LoadFailed
          title={isMissing ? t('user.missing') : t('people.loadFailed', { problem: problem.message })}
          text={isMissing ? t('people.missingText') : undefined}
          onRetry={isMissing ? undefined : reload}
          retrying={loading}
          problem={problem}
        />
      )}
      {!data && !problem && <LoadingCard />}
      {data && !problem && (
        <>
          <UserHead account={data.account} />
          <UserFacts account={data.account} />
          <DrawerSection>
            <UserSessions account={data.account} sessions={data.sessions} onStartAct={onStartAct} />
          </DrawerSection>
        </>
      )}
    </Drawer>
  );
}

const LoadingCard = () => (
  <div className="flex flex-col gap-3 p-4">
    <Skeleton width={128} height={28} className="animate-fade-in-delayed" />
    <Skeleton width={160} height={24} className="animate-fade-in-delayed" />
    <Skeleton width={208} height={20} className="animate-fade-in-delayed" />
    <Skeleton height={128} className="animate-fade-in-delayed mt-4" />
  </div>
);

/** Loads an account with its open sessions. */
const useAccountCard = (id: number) =>
  useRead({
    queryKey: ['user', id],
    queryFn: async ({ signal }) => {
      const [account, sessions] = await Promise.all([getUser(id, signal), listSessions(id, signal)]);
      return { account, sessions };
    },
  });

/** The account's names, email and status, with notes on why it was rejected, that it waits for approval, or that it cannot be edited. */
function UserHead({ account }: { account: Account }) {
  const { t } = useTexts();
  const { username, displayName, email, status, reason, withinReach } = account;
  return (
    <div className="flex flex-col gap-2.5 border-b border-line p-4">
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 overflow-hidden">
          <CodeBadge size="md" onCopy={copyText}>
            {username}
          </CodeBadge>
        </span>
        <StatusMark className="ml-auto flex-none" status={statusMarks[status]} label={t(`user.status.${status}`)} />
      </div>
      <div className="min-w-0">
        <div className="text-lg font-semibold wrap-anywhere">{displayName}</div>
        <div className="text-ink-2 wrap-anywhere">{email}</div>
      </div>
      {status === 'rejected' && reason && <Note tone="bad">{t('user.rejectedFor', { reason })}</Note>}
      {status === 'pending' && <Note tone="warn">{t('user.waits')}</Note>}
      {!withinReach && <Note tone="info">{t('user.refused.beyondReach')}</Note>}
    </div>
  );
}

interface UserCardActionsProps {
  account: Account;
  onStartAct: (pendingAct: PendingUserAct) => void;
  onEdit: () => void;
}

const primaryActs = new Set(['approve', 'reject', 'activate', 'deactivate', 'invite']);

/** The card's action bar: acts for the account's status as buttons, the others in a menu. */
function UserCardActions({ account, onStartAct, onEdit }: UserCardActionsProps) {
  const { t } = useTexts();
  const { availableActs, editDisabledReason } = useUserActs();
  const acts = availableActs(account);
  const primaryButtonActs = acts.filter(({ act }) => primaryActs.has(act));
  const hasDecision = primaryButtonActs.some(({ act }) => act === 'approve');
  const button = ({ act, label, icon, disabledReason }: AvailableAct) => (
    <Button
      key={act}
      icon={icon}
      variant={act === 'approve' ? 'primary' : 'secondary'}
      disabledReason={disabledReason}
      onClick={() => onStartAct({ act, account })}
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
          .filter(({ act }) => !primaryActs.has(act))
          .map(({ act, label, ...entry }) => ({
            ...entry,
            id: act,
            label: `${label}…`,
            ...(act === 'delete'
              ? { tone: 'bad' as const, separatorBefore: acts.length > primaryButtonActs.length + 1 }
              : {}),
            onSelect: () => onStartAct({ act, account }),
          }))}
      />
      <div className="flex flex-1 flex-wrap gap-2 *:flex-1">
        {primaryButtonActs.filter(({ act }) => act !== 'approve').map(button)}
        <Button
          variant={hasDecision ? 'secondary' : 'primary'}
          icon="edit"
          disabledReason={editDisabledReason(account)}
          onClick={onEdit}
        >
          {t('common.edit')}
        </Button>
        {primaryButtonActs.filter(({ act }) => act === 'approve').map(button)}
      </div>
    </div>
  );
}

interface UserSessionsProps {
  account: Account;
  sessions: readonly Schemas['Session'][];
  onStartAct: (pendingAct: PendingUserAct) => void;
}

/** The account's open sessions, each with a button to end it. */
function UserSessions({ account, sessions, onStartAct }: UserSessionsProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const { editDisabledReason } = useUserActs();
  const { busy, problem, run } = useAction();
  const disabledReason = editDisabledReason(account);
  const canEndAll = sessions.length > 1 && !disabledReason;
  return (
    <>
      <div className="mb-1 flex items-center text-xs">
        <h2 className="font-medium text-ink-3">{t('user.sessions', { count: sessions.length })}</h2>
        {canEndAll && (
          <LinkButton className="ml-auto" onClick={() => onStartAct({ act: 'endSessions', account })}>
            {t('user.endAll')}
          </LinkButton>
        )}
      </div>
      {problem && (
        <Note tone="bad" live>
          {problem.message}
        </Note>
      )}
      {sessions.length === 0 && <p className="py-1 text-ink-3">{t('user.noSession')}</p>}
      <ul className="flex flex-col">
        {sessions.map(({ id, client, address, createTime, lastSeen, current }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 border-line py-1.5 not-first:border-t">
            <div className="min-w-0 flex-1">
              <div className="flex items-center gap-2">
                <span className="min-w-0 truncate font-medium" title={client}>
                  {formatUserAgent(client)}
                </span>
                <span className="flex-none font-mono text-xs text-ink-3">{address}</span>
              </div>
              <div className="text-xs text-ink-3" title={fullTime(lastSeen)}>
                {t('sessions.since', { time: shortTime(createTime), seen: shortTime(lastSeen) })}
              </div>
            </div>
            {current && user?.username === account.username ? (
              <Tag tone="ok">{t('sessions.current')}</Tag>
            ) : (
              <Button
                size="sm"
                disabledReason={disabledReason}
                busy={busy}
                aria-label={`${t('sessions.end')}: ${formatUserAgent(client)} ${address}`}
                onClick={() =>
                  void run(() => endSession(account.id, id), t('sessions.ended', { name: formatUserAgent(client) }))
                }
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
