import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { entityIcon, recordLink } from '#crud/define-entity.ts';
import type { ListAddress } from '#crud/list/use-list.ts';
import { notify } from '#crud/notify.ts';
import { readOnceOptions } from '#crud/query-client.ts';
import { Time } from '#crud/time.tsx';
import { useAction } from '#crud/use-action.ts';
import { useRead } from '#crud/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code, CodeText } from '#kit/display/chip.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/messages/page-state.tsx';
import { useSession } from '#session/use-session.ts';
import { type Delivery, type DeliveryFound, furtherError, isDue, resendRefusal, wasSent } from './delivery.ts';
import { getDelivery, resend } from './delivery-calls.ts';
import { DeliveryMessages } from './delivery-messages.tsx';
import { OutcomeMark } from './marks.tsx';

interface Props {
  subscriberId: number;
  id: number;
  set: ListAddress['set'];
}

/** One delivery: what was sent, what came back, and sending it again. */
export function DeliveryPanel({ subscriberId, id, set }: Props) {
  const { t } = useTexts();
  const { data, problem, loading, reload } = useRead({
    ...readOnceOptions,
    queryKey: ['delivery', subscriberId, id],
    queryFn: ({ signal }) => getDelivery(subscriberId, id, signal),
  });
  const back = () => void set({ panel: 'view', item: undefined });
  const title = t('delivery.title', { id });
  const missing = problem?.status === 404;
  return (
    <Drawer
      open
      stacked
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
          <Skeleton width={128} height={24} className="animate-fade-in-delayed" />
          <Skeleton height={160} className="animate-fade-in-delayed" />
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

interface ResendButtonProps {
  subscriberId: number;
  found: DeliveryFound;
  /** Hears which delivery came of it. */
  onResent: (id: number) => void;
}

/** Sends the change of a delivery again, once it is said what that means. */
function ResendButton({ subscriberId, found, onResent }: ResendButtonProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { busy, problem, run, clearProblem: forget } = useAction();
  const [isResendOpen, setResendOpen] = useState(false);
  const refusal = resendRefusal(found);
  const { record } = found.delivery;
  const what = record && `${t(`entity.${record.entity}.one`)} ${record.code ?? `#${record.recordId}`}`;

  function close(): void {
    forget();
    setResendOpen(false);
  }

  async function confirm(): Promise<void> {
    let sent: DeliveryFound | undefined;
    const done = await run(async () => {
      sent = await resend(subscriberId, found.delivery.id);
    }, null);
    if (!done || !sent) return;
    close();
    if (sent.delivery.outcome === 'delivered') notify.success(t('delivery.resent.delivered'));
    else notify.warning(t('delivery.resent.failed'));
    onResent(sent.delivery.id);
  }

  return (
    <>
      <Button
        icon="send"
        disabledReason={denialReason('sync_status:replay') || (refusal ? t(`delivery.${refusal}`) : false)}
        onClick={() => setResendOpen(true)}
      >
        {`${t('delivery.resend')}…`}
      </Button>
      <ConfirmDialog
        open={isResendOpen}
        onClose={close}
        title={t('delivery.resendAsk', { what })}
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

/** What came of a delivery, of which change, when and how. */
function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const { kind, outcome, record, position, messageId, attempt, duration, status } = delivery;
  const { reason, actor, nextTime, time } = delivery;
  const sent = wasSent(delivery);
  const term = (name: keyof Texts['delivery']['facts']) => t(`delivery.facts.${name}`);
  return (
    <>
      <DrawerSection>
        <div className="text-lg font-semibold">
          <OutcomeMark outcome={outcome} />
        </div>
        {outcome !== 'delivered' && (outcome !== 'failed' || isDue(delivery)) && (
          <p className="mt-0.5 text-xs text-ink-2">{t(`delivery.outcomeText.${outcome}`)}</p>
        )}
      </DrawerSection>
      <DrawerSection dense>
        <DefinitionList
          termWidth={88}
          items={[
            { term: term('record'), value: record && <RecordLink record={record} /> },
            { term: term('time'), value: <Time iso={time} /> },
            { term: term('kind'), value: t(`delivery.kind.${kind}`) },
            { term: term('answer'), value: sent && (status ?? t('delivery.noAnswer')) },
            { term: term('duration'), value: sent && t('delivery.ms', { count: duration, shown: number(duration) }) },
            { term: term('attempt'), value: sent && t('delivery.attempt', { count: attempt }) },
            { term: term('next'), value: nextTime && <Time iso={nextTime} /> },
            { term: term('error'), value: furtherError(delivery) },
            { term: term('reason'), value: reason },
            { term: term('actor'), value: actor },
            { term: term('position'), value: position && <CodeText>{position}</CodeText> },
            { term: term('messageId'), value: <CodeText>{messageId}</CodeText> },
          ]}
        />
      </DrawerSection>
    </>
  );
}

/** The record that was delivered, as the way to it where the reader may go there. */
function RecordLink({ record }: { record: NonNullable<Delivery['record']> }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { entity, recordId, code, action, version } = record;
  const name = (
    <>
      {t(`entity.${entity}.one`)} {code ? <Code small>{code}</Code> : <CodeText>#{recordId}</CodeText>}
    </>
  );
  const there = can(`${entity}:read`) && action !== 'delete';
  return (
    <>
      <Icon name={entityIcon(entity)} size={14} className="text-ink-3" />
      {there ? (
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
