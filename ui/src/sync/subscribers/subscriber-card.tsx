import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { routes } from '#api/facts.gen.ts';
import type { ListState } from '#crud/list/use-list.ts';
import { notify } from '#crud/notify.ts';
import { ListNeighborButtons } from '#crud/record/list-neighbor-buttons.tsx';
import { Time } from '#crud/time.tsx';
import { useRead } from '#crud/use-read.ts';
import { pointerText, valueText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { useHotkey } from '#kit/buttons/use-hotkey.ts';
import { CodeBadge } from '#kit/display/chip.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { Note } from '#kit/messages/note.tsx';
import { ErrorState, Skeleton } from '#kit/messages/page-state.tsx';
import { useSession } from '#session/use-session.ts';
import { Credentials } from './credentials.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { StateMark } from './marks.tsx';
import type { Subscriber } from './subscriber.ts';
import type { PendingSubscriberAct } from './subscriber-act-dialog.tsx';
import { SubscriberKinds } from './subscriber-kinds.tsx';
import { getSubscriber } from './subscribers-calls.ts';
import { TestEvent } from './test-event.tsx';
import { useSubscriberActs } from './use-subscriber-acts.ts';

interface Props {
  id: number;
  /** One of its deliveries lies over it. */
  covered: boolean;
  list: ListState & Parameters<typeof ListNeighborButtons>[0]['list'];
  onAsk: (pendingAct: PendingSubscriberAct) => void;
}

/** One subscriber beside the list: where it stands, what it is known by, what was sent to it. */
export function SubscriberCard({ id, covered, list, onAsk }: Props) {
  const { t } = useTexts();
  const { data, problem, loading, reload } = useRead({
    queryKey: ['subscriber', id],
    queryFn: ({ signal }) => getSubscriber(id, signal),
  });
  const { editDisabledReason } = useSubscriberActs();
  const { set } = list;
  const edit = () => void set({ id, panel: 'edit' });
  const openDelivery = useCovering(covered, (item) => void set({ id, panel: 'delivery', item }));
  useHotkey('e', () => data && !covered && !editDisabledReason && edit());
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
        headActions={<ListNeighborButtons list={list} />}
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
    <Skeleton width={160} height={28} className="animate-fade-in-delayed" />
    <Skeleton width={240} height={20} className="animate-fade-in-delayed" />
    <Skeleton height={128} className="animate-fade-in-delayed mt-4" />
  </div>
);

/** Opens what covers the card, and goes back to where it was opened from once that is closed. */
function useCovering(covered: boolean, open: (id: number) => void) {
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (covered || !(opener.current instanceof HTMLElement)) return;
    opener.current.focus();
    opener.current = null;
  }, [covered]);
  return (id: number) => {
    opener.current = document.activeElement;
    open(id);
  };
}

/** What a subscriber is called, where it listens, how it stands, and what one should know first. */
function SubscriberHead({ subscriber: { name, url, state, active, offReason } }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  const copied = () => notify.success(t('common.copied'));
  return (
    <div className="flex flex-col gap-2.5 border-b border-line p-4">
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 overflow-hidden">
          <CodeBadge size="md" onCopy={copied}>
            {name}
          </CodeBadge>
        </span>
        <StateMark className="ml-auto flex-none" state={state} />
      </div>
      <div className="flex min-w-0 items-start gap-1">
        <span translate="no" className="min-w-0 py-1 font-mono text-xs break-all text-ink-2">
          {url}
        </span>
        <IconButton
          icon="copy"
          aria-label={`${url}, ${t('common.copy')}`}
          onClick={() => void navigator.clipboard?.writeText(url).then(copied)}
        />
      </div>
      {offReason === 'gone' && <Note tone="bad">{t('subscriber.gone')}</Note>}
      {!active && offReason === null && <Note tone="info">{t('subscriber.isPaused')}</Note>}
      {state === 'failed' && <Note tone="bad">{t('subscriber.isFailing')}</Note>}
    </div>
  );
}

interface CardActionsProps {
  subscriber: Subscriber;
  onAsk: (pendingAct: PendingSubscriberAct) => void;
  onEdit: () => void;
}

/** What can be done with a subscriber: pausing and editing in view, deleting in the menu. */
function CardActions({ subscriber, onAsk, onEdit }: CardActionsProps) {
  const { t } = useTexts();
  const { disabledReason, editDisabledReason, switchOf } = useSubscriberActs();
  const turn = switchOf(subscriber);
  // what brings its changes back is what one comes for
  const leads = subscriber.offReason !== null;
  return (
    <div className="flex gap-2">
      <Menu
        align="start"
        trigger={<Button icon="more" iconOnly aria-label={t('common.more')} />}
        items={[
          {
            id: 'delete',
            icon: 'trash',
            tone: 'bad',
            label: `${t('common.delete')}…`,
            disabledReason: disabledReason('delete'),
            onSelect: () => onAsk({ act: 'delete', subscriber }),
          },
        ]}
      />
      <div className="flex flex-1 gap-2 *:flex-1">
        <Button
          icon={turn === 'pause' ? 'pause' : 'play'}
          variant={leads ? 'primary' : 'secondary'}
          disabledReason={disabledReason(turn)}
          onClick={() => onAsk({ act: turn, subscriber })}
        >
          {`${t(`subscriber.${turn}`)}…`}
        </Button>
        <Button
          icon="edit"
          variant={leads ? 'secondary' : 'primary'}
          disabledReason={editDisabledReason}
          onClick={onEdit}
        >
          {t('common.edit')}
        </Button>
      </div>
    </div>
  );
}

const termWidth = 112;

/** What of its kinds a subscriber takes, how far it is, since when it is there. */
function SubscriberFacts({ subscriber }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { name, filter, backlog, lastSuccess, version } = subscriber;
  const part = (of: 'statuses' | 'countries') => ({
    term: pointerText(`/filter/${of}`),
    value: valueText('SubscriberBody', `/filter/${of}`, filter?.[of]) || (
      <span className="text-ink-3">{t('subscriber.noFilter')}</span>
    ),
  });
  return (
    <DrawerSection dense>
      <DefinitionList
        termWidth={termWidth}
        items={[
          part('statuses'),
          part('countries'),
          { term: pointerText('/backlog'), value: number(backlog) },
          {
            term: pointerText('/lastSuccess'),
            value: lastSuccess ? (
              <Time iso={lastSuccess} />
            ) : (
              <span className="text-ink-3">{t('subscriber.never')}</span>
            ),
          },
          {
            term: pointerText('/createTime'),
            value: <When iso={subscriber.createTime} by={subscriber.createdBy} />,
          },
          {
            term: pointerText('/updateTime'),
            value: <When iso={subscriber.updateTime} by={subscriber.updatedBy} />,
          },
          { term: pointerText('/version'), value: <span className="font-mono text-xs">v{version}</span> },
          {
            term: t('subscriber.log'),
            value: can('user_log:read') && (
              // the log's own route takes what it understands of it
              <Link to={routes.user_log} search={{ about: name }} className={linkClass}>
                {t('subscriber.logAbout')}
              </Link>
            ),
          },
        ]}
      />
    </DrawerSection>
  );
}

const When = ({ iso, by }: { iso: string; by: string }) => (
  <span>
    <Time iso={iso} /> <span className="text-ink-3">{by}</span>
  </span>
);
