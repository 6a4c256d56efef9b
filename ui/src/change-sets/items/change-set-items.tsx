import { useEffect, useMemo, useRef, useState } from 'react';
import { enums } from '#api/metadata.gen.ts';
import { useWorkingSet } from '#crud/change-set/working-set.ts';
import { entityIcon, entityUi } from '#crud/define-entity.ts';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import type { Read } from '#crud/read/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { recoverFocus } from '#kit/layers/recover-focus.ts';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import type { ChangeSet, ChangeSetItem } from '../change-set.ts';
import { ChangeSetItemRow } from './change-set-item.tsx';
import { referenceKey } from './item-faults.ts';
import { RemoveItemDialog } from './remove-item-dialog.tsx';

interface Props {
  set: ChangeSet;
  items: Read<ChangeSetItem[]>;
}

const editorCode = createLazyCode(async () => (await import('./edit-created-item.tsx')).EditCreatedItem);

/** What a set changes, by kind: each record with its old and new values, and why it cannot be written. */
export function ChangeSetItems({ set, items: { data, problem, reload, loading } }: Props) {
  const { t } = useTexts();
  const [removed, setRemoved] = useState<ChangeSetItem>();
  const [edited, setEdited] = useState<ChangeSetItem>();
  const EditCreatedItem = useLazyCode(editorCode, edited !== undefined, () => setEdited(undefined));
  const editedEntity = edited && entityUi(edited.entity);
  const isWorkedIn = useWorkingSet()?.id === set.id;
  const openText = isWorkedIn ? 'changeSets.itemsEmptyWorking' : 'changeSets.itemsEmptyText';
  const emptyText = set.status === 'open' ? openText : 'changeSets.itemsEmptyClosed';
  const groups = enums.Entity.map((entity) => ({
    entity,
    items: (data ?? []).filter((item) => item.entity === entity),
  })).filter(({ items }) => items.length > 0);
  const created = useMemo(() => findCreated(data ?? []), [data]);
  const { body, rememberPosition } = useFocusAfterRemoval(data);
  return (
    <Panel title={t('changeSets.items')} note={data && number(data.length)} flush>
      {problem ? (
        <div className="min-h-60">
          <LoadFailed
            title={t('changeSets.itemsFailed', { problem: problem.message })}
            problem={problem}
            onRetry={reload}
            retrying={loading}
          />
        </div>
      ) : !data ? (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton height={56} className="animate-fade-in-delayed" />
          <Skeleton height={56} className="animate-fade-in-delayed" />
        </div>
      ) : data.length === 0 ? (
        <div className="flex min-h-60">
          <EmptyState title={t('changeSets.itemsEmpty')} text={t(emptyText)} />
        </div>
      ) : (
        <div ref={body}>
          {groups.map(({ entity, items }) => (
            <section key={entity} aria-label={t(`entity.${entity}.many`)} className="border-line not-first:border-t">
              <h3 className="flex h-8 items-center gap-2 border-b border-line bg-sunken px-4 text-xs text-ink-2">
                <Icon name={entityIcon(entity)} size={14} className="text-ink-3" />
                {t(`entity.${entity}.many`)}
                <span className="font-mono text-2xs text-ink-3">{number(items.length)}</span>
              </h3>
              <ul>
                {items.map((item) => (
                  <ChangeSetItemRow
                    key={item.id}
                    set={set}
                    item={item}
                    created={created}
                    onEdit={() => setEdited(item)}
                    onRemove={() => setRemoved(item)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <RemoveItemDialog
        set={set}
        item={removed}
        items={data ?? []}
        onRemove={rememberPosition}
        onClose={() => setRemoved(undefined)}
      />
      {EditCreatedItem && editedEntity && (
        <EditCreatedItem set={set} entity={editedEntity} item={edited} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  );
}

/** Returns the items that have yet to create their records, by how others refer to these. */
const findCreated = (items: readonly ChangeSetItem[]): ReadonlyMap<string, ChangeSetItem> =>
  new Map(
    items
      .filter(({ action, code, outcome }) => action === 'create' && code !== null && outcome === null)
      .map((item) => [referenceKey(item.entity, item.code), item]),
  );

/** Focuses the item in the place of a removed one, as the button that had the focus is gone, or the heading where none is left. */
function useFocusAfterRemoval(items: readonly ChangeSetItem[] | undefined) {
  const body = useRef<HTMLDivElement>(null);
  const removed = useRef<{ id: number; position: number }>(undefined);
  useEffect(() => {
    if (!removed.current || !items || items.some(({ id }) => id === removed.current?.id)) return;
    const { position } = removed.current;
    removed.current = undefined;
    recoverFocus(() => {
      const shown = body.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [];
      return shown[Math.min(position, shown.length - 1)] ?? document.querySelector<HTMLElement>('h1[tabindex]');
    });
  }, [items]);
  const rememberPosition = ({ id }: ChangeSetItem): void => {
    const shown = [...(body.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
    removed.current = { id, position: shown.findIndex((element) => element.dataset.change === String(id)) };
  };
  return { body, rememberPosition };
}
