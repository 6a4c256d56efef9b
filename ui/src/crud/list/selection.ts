import { type Event, transitions } from '#api/metadata.gen.ts';
import { missingForApprovalText } from '#crud/decision-errors.ts';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import type { RecordAction } from '#crud/resource.ts';
import { t } from '#i18n/i18n.ts';

/** The selected records by id, with the version that the user last saw; the selection persists across pages. */
export type Selection = ReadonlyMap<number, AnyRecord & Values>;

/** Updates the selected records on the current page, so that an action applies to the version that the user sees. */
export function withLatestRows(selection: Selection, rows: readonly (AnyRecord & Values)[]): Selection {
  if (selection.size === 0) return selection;
  const now = new Map(rows.map((row) => [row.id, row]));
  return new Map([...selection].map(([id, record]) => [id, now.get(id) ?? record]));
}

export const bulkActions: readonly RecordAction[] = [
  'approve',
  'reject',
  'activate',
  'deactivate',
  'resubmit',
  'delete',
];

/** Selected records that an action skips, with the reason. */
export interface SkippedRecords {
  cause: string;
  records: AnyRecord[];
}

/** The ids of records to which an action may not apply whatever their status is. */
interface KnownRecords {
  /** Those that the user may not decide on. */
  ownWork: ReadonlySet<number>;
  /** Those with an item in the set to which actions are added. */
  inSet: ReadonlySet<number>;
}

/** Splits a selection into the records that an action applies to and the skipped ones by reason. */
export function splitSelection(
  entity: EntityUi,
  selection: Selection,
  action: RecordAction,
  known: KnownRecords,
): { ready: AnyRecord[]; skipped: SkippedRecords[] } {
  const ready: AnyRecord[] = [];
  const skipped = new Map<string, AnyRecord[]>();
  for (const record of selection.values()) {
    const cause = skipReason(entity, record, action, known);
    if (cause === undefined) ready.push(record);
    else skipped.set(cause, [...(skipped.get(cause) ?? []), record]);
  }
  return { ready, skipped: [...skipped].map(([cause, records]) => ({ cause, records })) };
}

function skipReason(
  entity: EntityUi,
  record: AnyRecord & Values,
  action: RecordAction,
  { ownWork, inSet }: KnownRecords,
): string | undefined {
  if (inSet.has(record.id)) return t('workingSet.alreadyInSet');
  if (action === 'delete') return undefined;
  const rule = transitions[action satisfies Event];
  if (!rule.from.includes(record.status)) return t('list.otherStatus', { status: t(`status.${record.status}`) });
  if (rule.secondPerson && ownWork.has(record.id)) return t('record.ownWork');
  return action === 'approve' ? missingForApprovalText(entity, record) : undefined;
}
