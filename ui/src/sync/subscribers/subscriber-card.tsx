import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { routes } from '#api/metadata.gen.ts';
import type { ListState } from '#crud/list/use-list.ts';
import { DrawerTitle, LoadFailed } from '#crud/read/load-failed.tsx';
import { useRead } from '#crud/read/use-read.ts';
import { ListNeighborButtons } from '#crud/record/list-neighbor-buttons.tsx';
import { copyText } from '#crud/text/copy-text.ts';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel, valueText } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { CodeBadge } from '#kit/display/code.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { useSession } from '#session/use-session.ts';
import { DeliveryList } from '#sync/subscribers/deliveries/delivery-list.tsx';
import { StateMark } from '#sync/subscribers/status-marks.tsx';
import { Credentials } from './credentials.tsx';
import type { Subscriber } from './subscriber.ts';
import type { PendingSubscriberAction } from './subscriber-action-dialog.tsx';
import { SubscriberEntities } from './subscriber-entities.tsx';
import { getSubscriber } from './subscribers-calls.ts';
import { TestEvent } from './test-event.tsx';
import { useSubscriberActions } from './use-subscriber-actions.ts';

interface Props {
  id: number;
  /** A delivery panel covers the card. */
  isCovered: boolean;
  list: ListState & Parameters<typeof ListNeighborButtons>[0]['list'];
  onRequestAction: (pendingAction: PendingSubscriberAction) => void;
}

/** Shows one subscriber next to the list, with its status, credentials and deliveries. */
export function SubscriberCard({ id, isCovered, list, onRequestAction }: Props) {
  const { t } = useTexts();
  const read = useRead({
    queryKey: ['subscriber', id],
    queryFn: ({ signal }) => getSubscriber(id, signal),
  });
  const { data, problem, loading, reload } = read;
  const { editDisabledReason } = useSubscriberActions();
  const { set } = list;
  const openForm = () => void set({ id, panel: 'edit' });
  const openDelivery = useReturnFocus(isCovered, (item) => void set({ id, panel: 'delivery', item }));
  const isReachable = data !== undefined && !isCovered;
  useShortcut('e', 'edit', openForm, { active: isReachable && !editDisabledReason });
  useShortcut('c', 'copy', () => copyText(data?.name ?? ''), { active: isReachable });
  const isMissing = problem?.status === 404;
  const shownSubscriber = problem ? undefined : data;
  const title = t('record.info', { one: t('subscriber.one') });
  return (
    <div inert={isCovered} className="contents">
      <Drawer
        open
        width={480}
        onClose={() => void set({ id: undefined, panel: undefined })}
        aria-label={title}
        title={<DrawerTitle read={read}>{title}</DrawerTitle>}
        headActions={<ListNeighborButtons list={list} />}
        footer={
          shownSubscriber && (
            <CardActions subscriber={shownSubscriber} onRequestAction={onRequestAction} onEdit={openForm} />
          )
        }
      >
        {problem && (
          <LoadFailed
            title={isMissing ? t('subscriber.missing') : t('people.loadFailed', { problem: problem.message })}
            text={isMissing ? t('people.missingText') : undefined}
            onRetry={isMissing ? undefined : reload}
            retrying={loading}
            problem={problem}
          />
        )}
        {!data && !problem && <LoadingCard />}
        {shownSubscriber && (
          <>
            <SubscriberHead subscriber={shownSubscriber} />
            <SubscriberEntities subscriber={shownSubscriber} />
            <SubscriberFacts subscriber={shownSubscriber} />
            <Credentials subscriber={shownSubscriber} onRequestAction={onRequestAction} />
            {shownSubscriber.url !== null && (
              <>
                <TestEvent subscriber={shownSubscriber} onOpen={openDelivery} />
                <DeliveryList subscriber={shownSubscriber} onOpen={openDelivery} />
              </>
            )}
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

/** Returns a function that opens a panel over the card. Focus returns to the opener when the panel is closed. */
function useReturnFocus(covered: boolean, open: (id: number) => void) {
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

/** Shows the name, URL and state of a subscriber, and notes about problems. */
function SubscriberHead({ subscriber: { name, url, state, active, offReason } }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  return (
    <div className="flex flex-col gap-2.5 border-b border-line p-4">
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 overflow-hidden">
          <CodeBadge size="md" onCopy={copyText}>
            {name}
          </CodeBadge>
        </span>
        <StateMark className="ml-auto flex-none" state={state} />
      </div>
      {url === null ? (
        <span className="text-xs text-ink-2">{t('subscriber.pullsOnly')}</span>
      ) : (
        <div className="flex min-w-0 items-start gap-1">
          <span translate="no" className="min-w-0 py-1 font-mono text-xs break-all text-ink-2">
            {url}
          </span>
          <IconButton icon="copy" aria-label={`${url}, ${t('common.copy')}`} onClick={() => void copyText(url)} />
        </div>
      )}
      {offReason === 'gone' && <Note tone="bad">{t('subscriber.gone')}</Note>}
      {!active && offReason === null && <Note tone="info">{t('subscriber.isPaused')}</Note>}
      {state === 'failed' && <Note tone="bad">{t('subscriber.isFailing')}</Note>}
    </div>
  );
}

interface CardActionsProps {
  subscriber: Subscriber;
  onRequestAction: (pendingAction: PendingSubscriberAction) => void;
  onEdit: () => void;
}

/** Shows the actions on a subscriber: pausing and editing as buttons, deleting in the menu. */
function CardActions({ subscriber, onRequestAction, onEdit }: CardActionsProps) {
  const { t } = useTexts();
  const { disabledReasonFor, editDisabledReason, pauseOrResume } = useSubscriberActions();
  const toggleAction = pauseOrResume(subscriber);
  // For a deactivated subscriber, resuming is the primary action.
  const isDeactivated = subscriber.offReason !== null;
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
            disabledReason: disabledReasonFor('delete'),
            onSelect: () => onRequestAction({ action: 'delete', subscriber }),
          },
        ]}
      />
      <div className="flex flex-1 gap-2 *:flex-1">
        <Button
          icon={toggleAction === 'pause' ? 'pause' : 'play'}
          variant={isDeactivated ? 'primary' : 'secondary'}
          disabledReason={disabledReasonFor(toggleAction)}
          onClick={() => onRequestAction({ action: toggleAction, subscriber })}
        >
          {`${t(`subscriber.${toggleAction}`)}…`}
        </Button>
        <Button
          icon="edit"
          variant={isDeactivated ? 'secondary' : 'primary'}
          disabledReason={editDisabledReason}
          onClick={onEdit}
        >
          {t('common.edit')}
        </Button>
      </div>
    </div>
  );
}

const TERM_WIDTH = 112;

/** Shows the filters, backlog and timestamps of a subscriber. */
function SubscriberFacts({ subscriber }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { name, filter, backlog, lastSuccess, version } = subscriber;
  const filterItem = (filterName: 'statuses' | 'countries') => ({
    term: pointerLabel(`/filter/${filterName}`),
    value: valueText('SubscriberBody', `/filter/${filterName}`, filter?.[filterName]) || (
      <span className="text-ink-3">{t('subscriber.noFilter')}</span>
    ),
  });
  return (
    <DrawerSection dense>
      <DefinitionList
        termWidth={TERM_WIDTH}
        items={[
          filterItem('statuses'),
          filterItem('countries'),
          { term: pointerLabel('/backlog'), value: number(backlog) },
          {
            term: pointerLabel('/lastSuccess'),
            value: lastSuccess ? (
              <Time iso={lastSuccess} />
            ) : (
              <span className="text-ink-3">{t('subscriber.never')}</span>
            ),
          },
          {
            term: pointerLabel('/createTime'),
            value: <TimeAndUser iso={subscriber.createTime} by={subscriber.createdBy} />,
          },
          {
            term: pointerLabel('/updateTime'),
            value: <TimeAndUser iso={subscriber.updateTime} by={subscriber.updatedBy} />,
          },
          { term: pointerLabel('/version'), value: <span className="font-mono text-xs">v{version}</span> },
          {
            term: t('subscriber.log'),
            value: can('user_log:read') && (
              // The route of the log parses the URL parameters.
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

const TimeAndUser = ({ iso, by }: { iso: string; by: string }) => (
  <span>
    <Time iso={iso} /> <span className="text-ink-3">{by}</span>
  </span>
);
