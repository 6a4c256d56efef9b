import { useBlocker } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { enums } from '#api/facts.gen.ts';
import { useLabels } from '#crud/labels.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { ListShell } from '#crud/list/list-shell.tsx';
import { type ListState, pageQuery, useList } from '#crud/list/use-list.ts';
import { type LoadCause, prefetchRead } from '#crud/query-client.ts';
import { pointerText } from '#crud/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { Note } from '#kit/messages/note.tsx';
import { FirstUseState } from '#kit/messages/page-state.tsx';
import type { RowAction } from '#kit/table/data-table.tsx';
import { session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { groupKinds, marks, type Shown, type Subscriber, states } from './subscriber.ts';
import { type PendingSubscriberAct, SubscriberActDialog } from './subscriber-act-dialog.tsx';
import { SubscriberCard } from './subscriber-card.tsx';
import { subscriberColumns } from './subscriber-columns.tsx';
import { SubscriberForm } from './subscriber-form.tsx';
import { listSubscribers } from './subscribers-calls.ts';
import { path } from './subscribers-search.ts';
import { useSubscriberActs } from './use-subscriber-acts.ts';

const subscribersQuery = pageQuery('subscribers', listSubscribers);

export const prefetchSubscribers = (search: ListSearch, cause: LoadCause): void =>
  prefetchRead(subscribersQuery(search), cause);

/** The systems to which changes are delivered, as a table; one of them beside it. */
export function SubscriberList() {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const list = useList(path, subscribersQuery);
  const filters = useSubscriberFilters(list);
  const { disabledReason, editDisabledReason, switchOf } = useSubscriberActs();
  const [pendingAct, setPendingAct] = useState<PendingSubscriberAct>();
  const [shown, show] = useState<Shown>();
  const { search, data, set } = list;
  const { id, panel, item } = search;
  useLabels();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` does the same each time; texts change with the language
  const columns = useMemo(() => {
    const actions = (subscriber: Subscriber): RowAction[] => {
      const turn = switchOf(subscriber);
      const act = (act: PendingSubscriberAct['act']) => ({
        disabledReason: disabledReason(act),
        onSelect: () => setPendingAct({ act, subscriber }),
      });
      return [
        {
          ...{ id: 'edit', icon: 'edit', label: t('common.edit'), disabledReason: editDisabledReason },
          onSelect: () => void set({ id: subscriber.id, panel: 'edit', item: undefined }),
        },
        { id: turn, icon: turn === 'pause' ? 'pause' : 'play', label: t(`subscriber.${turn}`), ...act(turn) },
        { id: 'delete', icon: 'trash', label: t('common.delete'), ...act('delete') },
      ];
    };
    return subscriberColumns(actions);
  }, [disabledReason, editDisabledReason, switchOf, language]);
  const create = (variant: 'primary' | 'secondary') => (
    <Button
      variant={variant}
      icon="plus"
      disabledReason={denialReason('data_subscriber:create')}
      onClick={() => void set({ id: undefined, item: undefined, panel: 'new' })}
    >
      {t('subscriber.create')}
    </Button>
  );
  return (
    <>
      <ListShell
        name="subscriber"
        title={t('subscriber.many')}
        actions={create('primary')}
        tabs={{
          filter: 'state',
          values: states.map((state) => ({ id: state, label: t(`sync.state.${state}`), mark: marks[state] })),
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
          <FirstUseState title={t('subscriber.first')} text={t('subscriber.firstText')} actions={create('secondary')} />
        }
      />
      {panel === 'new' && <SubscriberForm key="new" id={null} list={list} onCreated={show} />}
      {id !== undefined && panel === 'edit' && <SubscriberForm key={id} id={id} list={list} />}
      {id !== undefined && (panel === 'view' || panel === 'delivery') && (
        <SubscriberCard key={id} id={id} covered={panel === 'delivery'} list={list} onAsk={setPendingAct} />
      )}
      {id !== undefined && panel === 'delivery' && item !== undefined && (
        <DeliveryPanel key={item} subscriberId={id} id={item} set={set} />
      )}
      <SubscriberActDialog
        pendingAct={pendingAct}
        onAsk={setPendingAct}
        onShow={show}
        onDeleted={(gone) => (id === gone ? set({ id: undefined, panel: undefined, item: undefined }) : undefined)}
      />
      <ShownOnce shown={shown} onKept={() => show(undefined)} />
    </>
  );
}

/** The filter of the list beside its tabs: a kind that subscribers take. */
function useSubscriberFilters({ search, filterBy }: ListState): FilterField[] {
  const { t } = useTexts();
  return [
    {
      id: 'entity',
      label: pointerText('/entities'),
      values: search.entity === undefined ? [] : [String(search.entity)],
      onChange: ([entity]) => void filterBy({ entity }),
      options: groupKinds(enums.Entity).flatMap(({ group, kinds }) =>
        kinds.map((kind) => ({
          value: kind,
          label: t(`entity.${kind}.many`),
          group: t(`subscriber.kindGroup.${group}`),
        })),
      ),
    },
  ];
}

interface ShownOnceProps {
  shown: Shown | undefined;
  onKept: () => void;
}

/** A secret, a token or both, this once: it closes by saying that they are kept, and by nothing else. */
function ShownOnce({ shown, onKept }: ShownOnceProps) {
  const { t } = useTexts();
  const held = () => shown !== undefined && session.loggedIn;
  useBlocker({ shouldBlockFn: held, enableBeforeUnload: held });
  const { name, secret, token, earlierUntil } = shown ?? {};
  const what = secret && token ? 'shown.both' : secret ? 'secret' : 'token';
  return (
    <Dialog
      open={shown !== undefined}
      width={560}
      icon="key"
      iconTone="warn"
      title={t('subscriber.shown.title', { name, what: t(`subscriber.${what}`).toLowerCase() })}
      footer={
        <Button variant="primary" onClick={onKept}>
          {t('subscriber.shown.kept')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Note tone="warn">
          {t('subscriber.shown.once')}
          {earlierUntil && ` ${t('subscriber.shown.earlier', { time: shortTime(earlierUntil) })}`}
        </Note>
        {secret && (
          <Value
            label={t('subscriber.secret')}
            use={t('subscriber.secretUse')}
            copy={t('subscriber.shown.copySecret')}
            value={secret}
          />
        )}
        {token && (
          <Value
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

function Value({ label, use, copy, value }: Record<'label' | 'use' | 'copy' | 'value', string>) {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  const id = useId();
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
          onClick={() => void navigator.clipboard?.writeText(value).then(() => setCopied(true))}
        >
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
      </div>
    </section>
  );
}
