import { useState } from 'react';
import { type EntityKey, transitions } from '#api/metadata.gen.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import { actionIcons } from '#crud/action-icons.ts';
import { actOnRecords } from '#crud/bulk/act-on-records.ts';
import { BulkMatchingDialog, countReady } from '#crud/bulk/bulk-matching-dialog.tsx';
import { ReopeningDeclined } from '#crud/change-set/reopening.ts';
import { useWorkingItems } from '#crud/change-set/set-items.ts';
import { useWorkingSet } from '#crud/change-set/working-set.ts';
import { missingForApprovalText } from '#crud/decision-errors.ts';
import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { exportOfList, exportOfSelected, mostSelected } from '#crud/export/list-export.ts';
import { useExport } from '#crud/export/use-export.ts';
import { useRegisterPaletteActions } from '#crud/palette-actions.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { rememberReason, useReasonField } from '#crud/reason-field.ts';
import type { RecordAction } from '#crud/resource.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Code } from '#kit/display/code.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { type BulkAction as BarAction, BulkBar } from '#kit/lists/bulk-bar.tsx';
import { useSession } from '#session/use-session.ts';
import { recordFilterQuery } from './list-query.ts';
import { bulkActions, type Selection, type SkippedRecords, splitSelection } from './selection.ts';
import type { RecordList } from './use-list.ts';

interface Props {
  entity: EntityUi;
  list: RecordList;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** An action that waits for confirmation, with what it will apply to: all matches, or the selected records at the time of the click. */
type PendingAction =
  | { action: RecordAction; matches: RecordList; selected?: undefined }
  | {
      action: RecordAction;
      selected: { size: number; ready: AnyRecord[]; skipped: SkippedRecords[] };
      matches?: undefined;
    };

/** The maximum number of records that are named for each reason. */
const NAMED = 5;

/** The bar of bulk actions; records that an action failed for stay selected and are listed with the reasons. */
export function ListBulkBar({ entity, list, selection, onSelect }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const set = useWorkingSet();
  const matching = useMatching(entity, list, selection, set === null);
  const exportSelected = useExportSelected(entity, selection, matching.isSelected ? list : undefined);
  const reason = useReasonField();
  const [pending, setPending] = useState<PendingAction>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const setItems = useWorkingItems();
  const known = {
    // the reviewer of a set decides on what it contains
    ownWork: new Set(set ? [] : list.data?.ownWork),
    inSet: new Set(setItems.flatMap((item) => (item.entity === entity.key ? (item.recordId ?? []) : []))),
  };
  const selected = pending?.selected;

  /** Fixes what the action applies to, since the list may be read anew before it is confirmed. */
  function choose(action: RecordAction): void {
    if (matching.isSelected) setPending({ action, matches: list });
    else
      setPending({ action, selected: { size: selection.size, ...splitSelection(entity, selection, action, known) } });
  }

  async function run(action: RecordAction, targets: readonly AnyRecord[], reason: string): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const items = await actOnRecords({ entity, action, targets, reason });
      const failed = items.filter(({ code }) => code >= 400);
      const failedIds = new Set(failed.map(({ id }) => id));
      onSelect(new Map([...selection].filter(([id]) => failedIds.has(id))));
      setRefusals(
        failed.map(({ id, code, message = '' }) => {
          const record = selection.get(id);
          const needed = action === 'approve' && code === 422 && record && missingForApprovalText(entity, record);
          return { id, record, message: needed || message };
        }),
      );
      if (reason !== '' && failed.length < items.length) rememberReason(reason);
      refreshReads();
      setPending(undefined);
    } catch (error) {
      if (!(error instanceof ReopeningDeclined)) setProblem(toProblem(error, language));
    } finally {
      setBusy(false);
    }
  }

  const actions = bulkActions.map((id): BarAction => {
    const permission = id === 'delete' ? id : set ? 'update' : transitions[id].permission;
    const { ready, skipped } = splitSelection(entity, selection, id, known);
    const count = matching.isSelected
      ? countReady(id, { counts: list.data?.counts, search: list.search })
      : ready.length;
    const [cause, ...otherCauses] = matching.isSelected ? [] : skipped.map((each) => each.cause);
    const commonCause = otherCauses.length === 0 && cause;
    const noneFits = commonCause ? t('list.noneFitsCause', { cause: commonCause }) : t('list.noneFits');
    const disabledReason = denialReason(`${entity.key}:${permission}`) || (count === 0 && noneFits);
    return {
      id,
      label: t(`event.${id}`),
      icon: actionIcons[id],
      count,
      disabledReason,
      onSelect: () => choose(id),
    };
  });
  const selectedText = matching.isSelected
    ? t('bulk.allSelected', { n: number(matching.total) })
    : t('list.selected', { count: selection.size });
  useRegisterPaletteActions({
    subject: 'selection',
    title: t('palette.onSelection', { kind: t(`entity.${entity.key}.many`), selected: selectedText }),
    actions: actions.flatMap(({ id, label, icon, count, disabledReason, onSelect }) =>
      disabledReason || !icon || !onSelect
        ? []
        : [
            {
              id,
              icon,
              label: t('palette.onRecords', { action: label, count: count ?? 0, n: number(count ?? 0) }),
              run: onSelect,
            },
          ],
    ),
  });
  const confirmed = selected && pending.action;
  const targets = selected?.ready ?? [];
  const skipped = selected?.skipped ?? [];
  const allText = set ? t('workingSet.bulkText') : `${t('message.confirmOperation')} ${t('list.bulkAll')}`;
  const needsReason = confirmed && confirmed !== 'delete' && transitions[confirmed].reason === 'required';
  return (
    <>
      <BulkBar
        aria-label={t('list.selectedLabel')}
        text={selectedText}
        offer={matching.offer}
        onSelectPage={matching.isPageSelected ? undefined : () => onSelect(selectAlso(selection, list))}
        // destructive actions come last
        actions={actions.toSpliced(-1, 0, exportSelected)}
        clearLabel={t('common.clear')}
        onClear={() => onSelect(new Map())}
      />
      {pending?.matches && (
        <BulkMatchingDialog
          entity={entity}
          list={pending.matches}
          action={pending.action}
          onClose={() => setPending(undefined)}
          onStarted={() => onSelect(new Map())}
        />
      )}
      <ConfirmDialog
        open={confirmed !== undefined}
        onClose={() => {
          setPending(undefined);
          setProblem(undefined);
        }}
        title={
          confirmed &&
          t('list.bulkQuestion', {
            action: t(`event.${confirmed}`),
            count: targets.length,
            n: number(targets.length),
          })
        }
        description={
          skipped.length === 0
            ? allText
            : t('list.bulkSome', {
                selected: selected?.size ?? 0,
                left: skipped.reduce((sum, { records }) => sum + records.length, 0),
              })
        }
        confirmLabel={set ? t('workingSet.save') : confirmed ? t(`event.${confirmed}`) : ''}
        cancelLabel={t('common.cancel')}
        destructive={confirmed === 'delete' || confirmed === 'reject'}
        busy={busy}
        error={problem?.message}
        reason={needsReason ? reason : undefined}
        onConfirm={(text) => confirmed && void run(confirmed, targets, text)}
      >
        {skipped.length > 0 && (
          <ul className="rounded-sm bg-warn-soft px-2.5 py-2 text-xs inset-ring inset-ring-warn-edge">
            {skipped.map(({ cause, records }) => (
              <li
                key={cause}
                className="line-clamp-3 wrap-anywhere"
                title={records.map((record) => recordTitle(entity.key, record, language)).join(t('common.separator'))}
              >
                <span className="font-medium">{t('list.bulkCause', { count: records.length, cause })}</span>{' '}
                {records
                  .slice(0, NAMED)
                  .map((record) => recordTitle(entity.key, record, language))
                  .join(t('common.separator'))}
                {records.length > NAMED && '…'}
              </li>
            ))}
          </ul>
        )}
      </ConfirmDialog>
      <BulkOutcomes kind={entity.key} refusals={refusals} onClose={() => setRefusals([])} />
    </>
  );
}

interface Refusal {
  id: number;
  record: AnyRecord | undefined;
  message: string;
}

interface BulkOutcomesProps {
  kind: EntityKey;
  refusals: readonly Refusal[];
  onClose: () => void;
}

/** The records that a bulk action failed for, with the reasons. */
function BulkOutcomes({ kind, refusals, onClose }: BulkOutcomesProps) {
  const { t, language } = useTexts();
  return (
    <Dialog
      open={refusals.length > 0}
      onClose={onClose}
      width={480}
      icon="warning"
      title={t('list.bulkRefused', { count: refusals.length })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <ul className="flex flex-col gap-2">
        {refusals.map(({ id, record, message }) => (
          <li key={id} className="flex items-center gap-2">
            {record?.code && <Code small>{record.code}</Code>}
            <span className="min-w-0 truncate flex-1">{record && recordTitle(kind, record, language)}</span>
            <span className="max-w-3/5 text-end text-bad-ink">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/**
 * The choice of all records that match instead of those of the page, which a change set does not take; it ends with another page, filter or
 * selection.
 */
function useMatching(entity: EntityUi, { data, search }: RecordList, selection: Selection, isOffered: boolean) {
  const { t } = useTexts();
  const [chosenKey, setChosenKey] = useState<string>();
  const { items = [], total = 0 } = data ?? {};
  const selectedIds = [...selection.keys()].toSorted((a, b) => a - b);
  const key = JSON.stringify([recordFilterQuery(entity.key, search), search.page, selectedIds]);
  const isPageSelected = items.length > 0 && items.every(({ id }) => selection.has(id));
  // selecting the same rows again later does not choose all that match once more
  if (chosenKey !== undefined && (chosenKey !== key || !isPageSelected)) setChosenKey(undefined);
  const isSelected = isOffered && isPageSelected && chosenKey === key;
  const offer =
    isOffered && isPageSelected && !isSelected && total > items.length
      ? { label: t('bulk.selectAll', { n: number(total) }), onSelect: () => setChosenKey(key) }
      : undefined;
  return { isSelected, isPageSelected, total, offer };
}

const selectAlso = (selection: Selection, { data }: RecordList): Selection =>
  new Map([...selection, ...(data?.items ?? []).map((record) => [record.id, record] as const)]);

/** Returns the bulk action that exports the selected records, or all of a list. */
function useExportSelected(entity: EntityUi, selection: Selection, list: RecordList | undefined): BarAction {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { busy, entries } = useExport(
    list ? exportOfList(entity, list.search) : exportOfSelected(entity, selection.keys()),
  );
  const tooMany = !list && selection.size > mostSelected && t('list.exportMost', { most: mostSelected });
  return {
    id: 'export',
    label: t('list.exportSelected'),
    icon: 'download',
    disabledReason: denialReason(`${entity.key}:export`) || tooMany,
    busy,
    menu: entries,
  };
}
