import { useMemo, useState } from 'react';
import { AdminList } from '#crud/admin/admin-list.tsx';
import { useAdminList } from '#crud/admin/use-admin-list.ts';
import { useLabels } from '#crud/labels.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import type { RowAction } from '#kit/data-table.tsx';
import { useSession } from '#session/use-session.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { ShownOnce } from './shown-once.tsx';
import type { Shown, Subscriber } from './subscriber.ts';
import { type Asked, SubscriberActDialog } from './subscriber-act-dialog.tsx';
import { SubscriberCard } from './subscriber-card.tsx';
import { subscriberColumns } from './subscriber-columns.tsx';
import { SubscriberForm } from './subscriber-form.tsx';
import { SubscriberTabs } from './subscriber-tabs.tsx';
import { listSubscribers } from './subscribers-calls.ts';
import { path } from './subscribers-search.ts';
import { useSubscriberActs } from './use-subscriber-acts.ts';
import { useSubscriberFilters } from './use-subscriber-filters.ts';

/** The systems to which changes are delivered, as a table; one of them beside it. */
export function SubscriberList() {
  const { t, language } = useTexts();
  const { refuse } = useSession();
  const list = useAdminList({ path, key: 'subscribers', load: listSubscribers });
  const filters = useSubscriberFilters(list);
  const { refused, editRefused, switchOf } = useSubscriberActs();
  const [asked, ask] = useState<Asked>();
  const [shown, show] = useState<Shown>();
  const { search, data, set, filterBy } = list;
  const { id, panel, item } = search;
  useLabels();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` does the same each time; texts change with the language
  const columns = useMemo(() => {
    const actions = (subscriber: Subscriber): RowAction[] => {
      const turn = switchOf(subscriber);
      const act = (act: Asked['act']) => ({ refused: refused(act), onSelect: () => ask({ act, subscriber }) });
      return [
        {
          ...{ id: 'edit', icon: 'edit', label: t('common.edit'), refused: editRefused },
          onSelect: () => void set({ id: subscriber.id, panel: 'edit', item: undefined }),
        },
        { id: turn, icon: turn === 'pause' ? 'pause' : 'play', label: t(`subscriber.${turn}`), ...act(turn) },
        { id: 'delete', icon: 'trash', label: t('common.delete'), ...act('delete') },
      ];
    };
    return subscriberColumns(actions);
  }, [refused, editRefused, switchOf, language]);
  const create = (variant: 'primary' | 'secondary') => (
    <Button
      variant={variant}
      icon="plus"
      refused={refuse('data_subscriber:create')}
      onClick={() => void set({ id: undefined, item: undefined, panel: 'new' })}
    >
      {t('subscriber.create')}
    </Button>
  );
  return (
    <>
      <AdminList
        name="subscriber"
        title={t('subscriber.many')}
        action={create('primary')}
        tabs={
          <SubscriberTabs
            counts={data?.counts}
            selected={search.state}
            onSelect={(state) => void filterBy({ state })}
          />
        }
        tabsBy="state"
        searchHint={t('subscriber.search')}
        filters={filters}
        list={list}
        rows={data?.items}
        total={data?.total ?? 0}
        columns={columns}
        rowId={({ id }) => id}
        currentId={id}
        onOpen={({ id }) => void set({ id, panel: 'view', item: undefined })}
        sort="name"
        first={{ title: t('subscriber.first'), text: t('subscriber.firstText'), action: create('secondary') }}
      />
      {panel === 'new' && <SubscriberForm key="new" id={null} list={list} onCreated={show} />}
      {id !== undefined && panel === 'edit' && <SubscriberForm key={id} id={id} list={list} />}
      {id !== undefined && (panel === 'view' || panel === 'delivery') && (
        <SubscriberCard key={id} id={id} covered={panel === 'delivery'} list={list} onAsk={ask} />
      )}
      {id !== undefined && panel === 'delivery' && item !== undefined && (
        <DeliveryPanel key={item} subscriberId={id} id={item} set={set} />
      )}
      <SubscriberActDialog
        asked={asked}
        onAsk={ask}
        onShow={show}
        onDeleted={(gone) => (id === gone ? set({ id: undefined, panel: undefined, item: undefined }) : undefined)}
      />
      <ShownOnce shown={shown} onKept={() => show(undefined)} />
    </>
  );
}
