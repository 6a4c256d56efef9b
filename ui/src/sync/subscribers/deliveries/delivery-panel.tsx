import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { entityIcon, recordLink } from '#crud/define-entity.ts';
import type { ListAddress } from '#crud/list/use-list.ts';
import { notify } from '#crud/notify.ts';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { Time } from '#crud/text/time.tsx';
import { useAction } from '#crud/use-action.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code, CodeText } from '#kit/display/code.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useSession } from '#session/use-session.ts';
import { OutcomeMark } from '#sync/subscribers/status-marks.tsx';
import {
  type Delivery,
  type DeliveryDetail,
  errorBesidesStatus,
  isRetryPending,
  resendRefusalKey,
  wasSent,
} from './delivery.ts';
import { getDelivery, resendDelivery } from './delivery-calls.ts';
import { DeliveryMessages } from './delivery-messages.tsx';

interface Props {
  subscriberId: number;
  id: number;
  set: ListAddress['set'];
}

/** Shows one delivery with its request and response, and lets users resend it. */
export function DeliveryPanel({ subscriberId, id, set }: Props) {
  const { t } = useTexts();
  const { data, problem, loading, reload } = useRead({
    ...readOnceOptions,
    queryKey: ['delivery', subscriberId, id],
    queryFn: ({ signal }) => getDelivery(subscriberId, id, signal),
  });
  const closePanel = () => void set({ panel: 'view', item: undefined });
  const title = t('delivery.title', { id });
  const isMissing = problem?.status === 404;
  return (
    <Drawer
      open
      stacked
      width={480}
      onClose={closePanel}
      aria-label={title}
      title={
        <span className="-ml-2 flex items-center gap-1">
          <IconButton icon="chevron-left" aria-label={t('delivery.back')} onClick={closePanel} />
          {title}
        </span>
      }
      footer={
        data &&
        !problem && (
          <ResendButton
            subscriberId={subscriberId}
            detail={data}
            onResent={(next) => void set({ item: next, panel: 'delivery' }, { replace: true })}
          />
        )
      }
    >
      {problem && (
        <LoadFailed
          title={isMissing ? t('delivery.missing') : t('people.loadFailed', { problem: problem.message })}
          onRetry={isMissing ? undefined : reload}
          retrying={loading}
          problem={problem}
        />
      )}
      {!data && !problem && (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton width={128} height={24} className="animate-fade-in-delayed" />
          <Skeleton height={160} className="animate-fade-in-delayed" />
        </div>
      )}
      {data && !problem && (
        <>
          <DeliveryFacts delivery={data.delivery} />
          <DeliveryMessages detail={data} />
        </>
      )}
    </Drawer>
  );
}

interface ResendButtonProps {
  subscriberId: number;
  detail: DeliveryDetail;
  /** Called with the id of the new delivery. */
  onResent: (id: number) => void;
}

/** Resends the change of a delivery after confirmation. */
function ResendButton({ subscriberId, detail, onResent }: ResendButtonProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { busy, problem, run, clearProblem } = useAction();
  const [isResendOpen, setResendOpen] = useState(false);
  const refusalKey = resendRefusalKey(detail);
  const { record } = detail.delivery;
  const recordText = record ? `${t(`entity.${record.entity}.one`)} ${record.code ?? `#${record.recordId}`}` : '';

  function close(): void {
    clearProblem();
    setResendOpen(false);
  }

  async function confirm(): Promise<void> {
    let resentDetail: DeliveryDetail | undefined;
    const done = await run(async () => {
      resentDetail = await resendDelivery(subscriberId, detail.delivery.id);
    }, null);
    if (!done || !resentDetail) return;
    close();
    if (resentDetail.delivery.outcome === 'delivered')
      notify.success(t('delivery.resent.delivered', { what: recordText }));
    else notify.warning(t('delivery.resent.failed', { what: recordText }));
    onResent(resentDetail.delivery.id);
  }

  return (
    <>
      <Button
        icon="send"
        disabledReason={denialReason('sync_status:replay') || (refusalKey ? t(`delivery.${refusalKey}`) : false)}
        onClick={() => setResendOpen(true)}
      >
        {`${t('delivery.resend')}…`}
      </Button>
      <ConfirmDialog
        open={isResendOpen}
        onClose={close}
        title={t('delivery.resendAsk', { what: recordText })}
        description={t('delivery.resendText')}
        confirmLabel={t('delivery.resend')}
        cancelLabel={t('common.cancel')}
        busy={busy}
        error={problem?.message}
        onConfirm={() => void confirm()}
      />
    </>
  );
}

/** Shows the result, change, time and details of a delivery. */
function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const { kind, outcome, record, position, messageId, attempt, duration, status } = delivery;
  const { reason, actor, nextTime, time } = delivery;
  const hasRequest = wasSent(delivery);
  const termText = (name: keyof Texts['delivery']['facts']) => t(`delivery.facts.${name}`);
  return (
    <>
      <DrawerSection>
        <div className="text-lg font-semibold">
          <OutcomeMark outcome={outcome} />
        </div>
        {outcome !== 'delivered' && (outcome !== 'failed' || isRetryPending(delivery)) && (
          <p className="mt-0.5 text-xs text-ink-2">{t(`delivery.outcomeText.${outcome}`)}</p>
        )}
      </DrawerSection>
      <DrawerSection dense>
        <DefinitionList
          termWidth={88}
          items={[
            { term: termText('record'), value: record && <RecordLink record={record} /> },
            { term: termText('time'), value: <Time iso={time} /> },
            { term: termText('kind'), value: t(`delivery.kind.${kind}`) },
            { term: termText('answer'), value: hasRequest && (status ?? t('delivery.noAnswer')) },
            {
              term: termText('duration'),
              value: hasRequest && t('delivery.ms', { count: duration, shown: number(duration) }),
            },
            { term: termText('attempt'), value: hasRequest && t('delivery.attempt', { count: attempt }) },
            { term: termText('next'), value: nextTime && <Time iso={nextTime} /> },
            { term: termText('error'), value: errorBesidesStatus(delivery) },
            { term: termText('reason'), value: reason },
            { term: termText('actor'), value: actor },
            { term: termText('position'), value: position && <CodeText>{position}</CodeText> },
            { term: termText('messageId'), value: <CodeText>{messageId}</CodeText> },
          ]}
        />
      </DrawerSection>
    </>
  );
}

/** Shows the delivered record, as a link if the user may open it. */
function RecordLink({ record }: { record: NonNullable<Delivery['record']> }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { entity, recordId, code, action, version } = record;
  const name = (
    <>
      {t(`entity.${entity}.one`)} {code ? <Code small>{code}</Code> : <CodeText>#{recordId}</CodeText>}
    </>
  );
  const canOpenRecord = can(`${entity}:read`) && action !== 'delete';
  return (
    <>
      <Icon name={entityIcon(entity)} size={14} className="text-ink-3" />
      {canOpenRecord ? (
        <Link {...recordLink(entity, recordId)} className={`flex items-center gap-1.5 ${linkClass}`}>
          {name}
        </Link>
      ) : (
        <span className="flex items-center gap-1.5 text-ink-2">{name}</span>
      )}
      <span className="text-ink-2">{t(`act.${action}`)}</span>
      <span className="font-mono text-xs text-ink-3">v{version}</span>
    </>
  );
}
