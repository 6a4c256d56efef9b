import type { AdminListState } from '#crud/admin/use-admin-list.ts';
import { notify } from '#crud/notify.ts';
import { ListSteps } from '#crud/record/list-steps.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { useHotkey } from '#kit/use-hotkey.ts';
import { useAccountCard } from './use-account-card.ts';
import { useUserActs } from './use-user-acts.ts';
import type { Asked } from './user-act-dialog.tsx';
import { UserCardActions } from './user-card-actions.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserHead } from './user-head.tsx';
import { UserSessions } from './user-sessions.tsx';

interface Props {
  id: number;
  list: AdminListState & Parameters<typeof ListSteps>[0]['list'];
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
      headActions={<ListSteps list={list} />}
      footer={data && !problem && <UserCardActions account={data.account} onAsk={onAsk} onEdit={edit} />}
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
          <UserHead account={data.account} />
          <UserFacts account={data.account} />
          <DrawerSection>
            <UserSessions account={data.account} sessions={data.sessions} onAsk={onAsk} />
          </DrawerSection>
        </>
      )}
    </Drawer>
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
