import { enums, type Schemas } from '#api/facts.gen.ts';
import { bytesText, number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import { type Import, isApplied } from './import.ts';

const causes = ['incomplete', 'changed', 'decided', 'ownWork', 'staysPending', 'refused'] as const;

/** 3,238 条缺必填项、1 条已有变动: why a decision leaves what it leaves. */
export const leftText = (left: Schemas['LeftCounts']): string =>
  causes
    .flatMap((cause) => {
      const count = left[cause] ?? 0;
      return count > 0 ? [t(`imports.decide.cause.${cause}`, { n: number(count) })] : [];
    })
    .join(t('common.separator'));

/** 启用 120 · 停用 3: which statuses approval gives to how many records. */
export const statusCountsText = (counts: Partial<Record<Schemas['Status'], number>>): string =>
  enums.Status.filter((status) => counts[status])
    .map((status) => `${t(`status.${status}`)} ${number(counts[status] ?? 0)}`)
    .join(' · ');

/** 新增 8,900 · 更改 40 · 拒绝 76,624; once it is written, what came of it; why it failed, where it has. */
export function countsText(found: Import): string {
  const { status, bytes, received, fault, counts, outcomes } = found;
  if (status === 'uploading') return t('imports.bytesOf', { received: bytesText(received), bytes: bytesText(bytes) });
  if (status === 'failed') return fault?.message ?? '';
  if (isApplied(found)) {
    return enums.ImportRowOutcome.filter((outcome) => outcomes[outcome])
      .map((outcome) => `${t(`imports.outcome.${outcome}`)} ${number(outcomes[outcome] ?? 0)}`)
      .join(' · ');
  }
  if (!counts) return '';
  return enums.ImportRowState.filter((state) => counts[state])
    .map((state) => `${t(`imports.state.${state}`)} ${number(counts[state] ?? 0)}`)
    .join(' · ');
}
