import { enums, type Schemas } from '#api/metadata.gen.ts';
import { bytesText, number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import { type Import, mayHaveWritten, type RowOutcome } from './import.ts';

const remainderCauses = ['incomplete', 'changed', 'decided', 'ownWork', 'staysPending', 'refused'] as const;

/** Lists why rows remain undecided after a decision, with counts: 3,238 条缺必填项、1 条已有变动. */
export const remainderText = (remaining: Schemas['LeftCounts']): string =>
  remainderCauses
    .flatMap((cause) => {
      const count = remaining[cause] ?? 0;
      return count > 0 ? [t(`imports.decide.cause.${cause}`, { n: number(count) })] : [];
    })
    .join(t('common.separator'));

/** Formats how many records get each status on approval: 启用 120 · 停用 3. */
export const statusCountsText = (counts: Partial<Record<Schemas['Status'], number>>): string =>
  enums.Status.filter((status) => counts[status])
    .map((status) => `${t(`status.${status}`)} ${number(counts[status] ?? 0)}`)
    .join(' · ');

/** Names the status of an import, which may have been checked without any row that could be imported. */
export function statusText({ status, counts }: Import): string {
  const isEmpty = counts !== null && counts.new + counts.changed + counts.conflicting === 0;
  return t(`imports.status.${status === 'staged' && isEmpty ? 'stagedEmpty' : status}`);
}

/** Names what became of a row; a change may be in the change set that the import has become. */
export const outcomeText = (outcome: RowOutcome, { changeSetId }: { changeSetId?: number | undefined }): string =>
  t(outcome === 'proposed' && changeSetId !== undefined ? 'imports.apply.inSet' : `imports.outcome.${outcome}`);

/** Formats the row counts of an import: by state before it is applied, by outcome afterwards. Returns the error of a failed import. */
export function countsText(importJob: Import): string {
  const { status, bytes, received, fault, counts, outcomes } = importJob;
  if (status === 'uploading') return t('imports.bytesOf', { received: bytesText(received), bytes: bytesText(bytes) });
  if (status === 'failed') return fault?.message ?? '';
  if (mayHaveWritten(importJob)) {
    return enums.ImportRowOutcome.filter((outcome) => outcomes[outcome])
      .map((outcome) => `${outcomeText(outcome, importJob)} ${number(outcomes[outcome] ?? 0)}`)
      .join(' · ');
  }
  if (!counts) return '';
  return enums.ImportRowState.filter((state) => counts[state])
    .map((state) => `${t(`imports.state.${state}`)} ${number(counts[state] ?? 0)}`)
    .join(' · ');
}
