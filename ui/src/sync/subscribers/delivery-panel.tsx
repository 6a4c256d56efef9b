import type { Address } from '#crud/admin/use-address.ts';
import { readOnce } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import { Drawer } from '#kit/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { getDelivery } from './delivery-calls.ts';
import { DeliveryFacts } from './delivery-facts.tsx';
import { DeliveryMessages } from './delivery-messages.tsx';
import { ResendButton } from './resend-button.tsx';

interface Props {
  subscriberId: number;
  id: number;
  set: Address['set'];
}

/** One delivery: what was sent, what came back, and sending it again. */
export function DeliveryPanel({ subscriberId, id, set }: Props) {
  const { t } = useTexts();
  const { data, problem, loading, reload } = useRead({
    ...readOnce,
    queryKey: ['delivery', subscriberId, id],
    queryFn: ({ signal }) => getDelivery(subscriberId, id, signal),
  });
  const back = () => void set({ panel: 'view', item: undefined });
  const title = t('delivery.title', { id });
  const missing = problem?.status === 404;
  return (
    <Drawer
      open
      over
      width={480}
      onClose={back}
      aria-label={title}
      title={
        <span className="-ml-2 flex items-center gap-1">
          <IconButton icon="chevron-left" aria-label={t('delivery.back')} onClick={back} />
          {title}
        </span>
      }
      footer={
        data &&
        !problem && (
          <ResendButton
            subscriberId={subscriberId}
            found={data}
            onResent={(next) => void set({ item: next, panel: 'delivery' }, { replace: true })}
          />
        )
      }
    >
      {problem && (
        <ErrorState
          title={missing ? t('delivery.missing') : t('people.loadFailed', { problem: problem.message })}
          onRetry={missing ? undefined : reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
        />
      )}
      {!data && !problem && (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton width={128} height={24} className="late" />
          <Skeleton height={160} className="late" />
        </div>
      )}
      {data && !problem && (
        <>
          <DeliveryFacts delivery={data.delivery} />
          <DeliveryMessages found={data} />
        </>
      )}
    </Drawer>
  );
}
