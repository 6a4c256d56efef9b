import type { AdminListState } from '#crud/admin/use-admin-list.ts';
import { notify } from '#crud/notify.ts';
import { ListSteps } from '#crud/record/list-steps.tsx';
import { useRead } from '#crud/use-read.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Drawer } from '#kit/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { useHotkey } from '#kit/use-hotkey.ts';
import { CardActions } from './card-actions.tsx';
import { Credentials } from './credentials.tsx';
import { DeliveryList } from './delivery-list.tsx';
import type { Asked } from './subscriber-act-dialog.tsx';
import { SubscriberFacts } from './subscriber-facts.tsx';
import { SubscriberHead } from './subscriber-head.tsx';
import { SubscriberKinds } from './subscriber-kinds.tsx';
import { getSubscriber } from './subscribers-calls.ts';
import { TestEvent } from './test-event.tsx';
import { useCovering } from './use-covering.ts';
import { useSubscriberActs } from './use-subscriber-acts.ts';

interface Props {
  id: number;
  /** One of its deliveries lies over it. */
  covered: boolean;
  list: AdminListState & Parameters<typeof ListSteps>[0]['list'];
  onAsk: (asked: Asked) => void;
}

/** One subscriber beside the list: where it stands, what it is known by, what was sent to it. */
export function SubscriberCard({ id, covered, list, onAsk }: Props) {
  const { t } = useTexts();
  const { data, problem, loading, reload } = useRead({
    queryKey: ['subscriber', id],
    queryFn: ({ signal }) => getSubscriber(id, signal),
  });
  const { editRefused } = useSubscriberActs();
  const { set } = list;
  const edit = () => void set({ id, panel: 'edit' });
  const openDelivery = useCovering(covered, (item) => void set({ id, panel: 'delivery', item }));
  useHotkey('e', () => data && !covered && !editRefused && edit());
  useHotkey('c', () => {
    if (!data || covered) return;
    void navigator.clipboard?.writeText(data.name);
    notify.success(t('common.copied'));
  });
  const missing = problem?.status === 404;
  const shown = problem ? undefined : data;
  const title = t('record.info', { one: t('subscriber.one') });
  return (
    <div inert={covered} className="contents">
      <Drawer
        open
        width={480}
        onClose={() => void set({ id: undefined, panel: undefined })}
        aria-label={title}
        title={title}
        headActions={<ListSteps list={list} />}
        footer={shown && <CardActions subscriber={shown} onAsk={onAsk} onEdit={edit} />}
      >
        {problem && (
          <ErrorState
            title={missing ? t('subscriber.missing') : t('people.loadFailed', { problem: problem.message })}
            text={missing ? t('people.missingText') : undefined}
            onRetry={missing ? undefined : reload}
            retrying={loading}
            errorKey={problem.key}
            traceId={problem.traceId}
          />
        )}
        {!data && !problem && <LoadingCard />}
        {shown && (
          <>
            <SubscriberHead subscriber={shown} />
            <SubscriberKinds subscriber={shown} />
            <SubscriberFacts subscriber={shown} />
            <Credentials subscriber={shown} onAsk={onAsk} />
            <TestEvent subscriber={shown} onOpen={openDelivery} />
            <DeliveryList subscriber={shown} onOpen={openDelivery} />
          </>
        )}
      </Drawer>
    </div>
  );
}

const LoadingCard = () => (
  <div className="flex flex-col gap-3 p-4">
    <Skeleton width={160} height={28} className="late" />
    <Skeleton width={240} height={20} className="late" />
    <Skeleton height={128} className="late mt-4" />
  </div>
);
