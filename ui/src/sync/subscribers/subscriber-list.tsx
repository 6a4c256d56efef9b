import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { enums } from '#api/metadata.gen.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { ListShell } from '#crud/list/list-shell.tsx';
import { type ListState, pageQuery, useList } from '#crud/list/use-list.ts';
import { notify } from '#crud/notify.ts';
import { type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { writeToClipboard } from '#kit/clipboard.ts';
import { Dialog } from '#kit/layers/dialog.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { FirstUseState } from '#kit/messages/empty-state.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import type { RowAction } from '#kit/table/data-table.tsx';
import { session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { stateTones } from '#sync/status/lanes.ts';
import { DeliveryPanel } from '#sync/subscribers/deliveries/delivery-panel.tsx';
import { SignatureSample } from './signature-sample.tsx';
import { groupEntities, type NewCredentials, type Subscriber } from './subscriber.ts';
import { type PendingSubscriberAction, SubscriberActionDialog } from './subscriber-action-dialog.tsx';
import { SubscriberCard } from './subscriber-card.tsx';
import { subscriberColumns } from './subscriber-columns.tsx';
import { SubscriberForm } from './subscriber-form.tsx';
import { listSubscribers } from './subscribers-calls.ts';
import { SUBSCRIBERS_PATH } from './subscribers-search.ts';
import { useSubscriberActions } from './use-subscriber-actions.ts';

const subscribersQuery = pageQuery('subscribers', listSubscribers);

export const prefetchSubscribers = (search: ListSearch, cause: LoadCause): void =>
  prefetchRead(subscribersQuery(search), cause);

/** Shows the subscribers as a table, with the selected one next to it. */
export function SubscriberList() {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const list = useList(SUBSCRIBERS_PATH, subscribersQuery);
  const filters = useSubscriberFilters(list);
  const { disabledReasonFor, editDisabledReason, pauseOrResume } = useSubscriberActions();
  const [pendingAction, setPendingAction] = useState<PendingSubscriberAction>();
  const [newCredentials, setNewCredentials] = useState<NewCredentials>();
  const { search, data, set } = list;
  const { id, panel, item } = search;
  useRecordNameUpdates();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` always does the same; texts change with the language
  const columns = useMemo(() => {
    const rowActions = (subscriber: Subscriber): RowAction[] => {
      const toggleAction = pauseOrResume(subscriber);
      const actionProps = (action: PendingSubscriberAction['action']) => ({
        disabledReason: disabledReasonFor(action),
        onSelect: () => setPendingAction({ action, subscriber }),
      });
      return [
        {
          id: 'edit',
          icon: 'edit',
          label: t('common.edit'),
          disabledReason: editDisabledReason,
          onSelect: () => void set({ id: subscriber.id, panel: 'edit', item: undefined }),
        },
        {
          id: toggleAction,
          icon: toggleAction === 'pause' ? 'pause' : 'play',
          label: t(`subscriber.${toggleAction}`),
          ...actionProps(toggleAction),
        },
        { id: 'delete', icon: 'trash', label: t('common.delete'), ...actionProps('delete') },
      ];
    };
    return subscriberColumns(rowActions);
  }, [disabledReasonFor, editDisabledReason, pauseOrResume, language]);
  const createDisabledReason = denialReason('data_subscriber:create');
  const create = () => void set({ id: undefined, item: undefined, panel: 'new' });
  useShortcut('n', 'create', create, { active: !createDisabledReason });
  const createButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} icon="plus" disabledReason={createDisabledReason} onClick={create}>
      {t('subscriber.create')}
    </Button>
  );
  return (
    <>
      <ListShell
        name="subscriber"
        title={t('subscriber.many')}
        actions={createButton(search.panel === undefined ? 'primary' : 'secondary')}
        tabs={{
          filter: 'state',
          values: enums.SyncState.map((state) => ({
            id: state,
            label: t(`sync.state.${state}`),
            mark: stateTones[state],
          })),
          counts: data?.counts,
        }}
        searchHint={t('subscriber.search')}
        filters={filters}
        list={list}
        rows={data?.items}
        total={data?.total ?? 0}
        columns={columns}
        rowId={({ id }) => id}
        currentId={id}
        onOpen={({ id }) => void set({ id, panel: 'view', item: undefined })}
        defaultSort="name"
        emptyHint={t('people.emptyText')}
        first={
          <FirstUseState
            title={t('subscriber.first')}
            text={t('subscriber.firstText')}
            actions={createButton('secondary')}
          />
        }
      />
      {panel === 'new' && <SubscriberForm key="new" id={null} list={list} onCreated={setNewCredentials} />}
      {id !== undefined && panel === 'edit' && (
        <SubscriberForm key={id} id={id} list={list} onCreated={setNewCredentials} />
      )}
      {id !== undefined && (panel === 'view' || panel === 'delivery') && (
        <SubscriberCard
          key={id}
          id={id}
          isCovered={panel === 'delivery'}
          list={list}
          onRequestAction={setPendingAction}
        />
      )}
      {id !== undefined && panel === 'delivery' && item !== undefined && (
        <DeliveryPanel key={item} subscriberId={id} id={item} set={set} />
      )}
      <SubscriberActionDialog
        pendingAction={pendingAction}
        onPendingActionChange={setPendingAction}
        onCredentials={setNewCredentials}
        onDeleted={(deletedId) =>
          id === deletedId ? set({ id: undefined, panel: undefined, item: undefined }) : undefined
        }
      />
      <NewCredentialsDialog credentials={newCredentials} onClose={() => setNewCredentials(undefined)} />
    </>
  );
}

/** Returns the filter of the list by a subscribed entity. */
function useSubscriberFilters({ search, filterBy }: ListState): FilterField[] {
  const { t } = useTexts();
  return [
    {
      id: 'entity',
      label: pointerLabel('/entities'),
      values: search.entity === undefined ? [] : [String(search.entity)],
      onChange: ([entity]) => void filterBy({ entity }),
      options: groupEntities(enums.Entity).flatMap(({ group, entities }) =>
        entities.map((entity) => ({
          value: entity,
          label: t(`entity.${entity}.many`),
          group: t(`subscriber.kindGroup.${group}`),
        })),
      ),
    },
  ];
}

interface NewCredentialsDialogProps {
  credentials: NewCredentials | undefined;
  onClose: () => void;
}

/** Shows a new secret, token or both once. The dialog closes only when the user confirms having saved them. */
function NewCredentialsDialog({ credentials, onClose }: NewCredentialsDialogProps) {
  const { t } = useTexts();
  const isOpen = () => credentials !== undefined && session.loggedIn;
  useBlocker({ shouldBlockFn: isOpen, enableBeforeUnload: isOpen });
  const { name = '', secret, token, previousValidUntil } = credentials ?? {};
  const credentialsKey = secret && token ? 'shown.both' : secret ? 'secret' : 'token';
  return (
    <Dialog
      open={credentials !== undefined}
      width={560}
      icon="key"
      iconTone="warn"
      title={t('subscriber.shown.title', { name, what: t(`subscriber.${credentialsKey}`).toLowerCase() })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('subscriber.shown.kept')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Note tone="warn">
          {t('subscriber.shown.once')}
          {previousValidUntil && ` ${t('subscriber.shown.earlier', { time: shortTime(previousValidUntil) })}`}
        </Note>
        {secret && (
          <CredentialValue
            label={t('subscriber.secret')}
            use={t('subscriber.secretUse')}
            copy={t('subscriber.shown.copySecret')}
            value={secret}
          >
            <SignatureSample />
          </CredentialValue>
        )}
        {token && (
          <CredentialValue
            label={t('subscriber.token')}
            use={t('subscriber.tokenUse')}
            copy={t('subscriber.shown.copyToken')}
            value={token}
          />
        )}
      </div>
    </Dialog>
  );
}

interface CredentialValueProps extends Record<'label' | 'use' | 'copy' | 'value', string> {
  children?: ReactNode;
}

function CredentialValue({ label, use, copy, value, children }: CredentialValueProps) {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  const id = useId();
  async function copyValue(): Promise<void> {
    const isCopied = await writeToClipboard(value);
    setCopied(isCopied);
    if (!isCopied) notify.error(t('common.copyFailed'));
  }
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {label}
      </h3>
      <p className="mb-1.5 text-xs text-ink-2">{use}</p>
      <div className="flex items-center gap-2">
        <code
          translate="no"
          className="flex min-h-8 min-w-0 flex-1 items-center rounded-sm bg-sunken px-2 py-1 font-mono text-xs break-all inset-ring inset-ring-line select-all"
        >
          {value}
        </code>
        <Button
          icon={copied ? 'check' : 'copy'}
          aria-label={copied ? t('common.copied') : copy}
          onClick={() => void copyValue()}
        >
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
      </div>
      {children}
    </section>
  );
}
