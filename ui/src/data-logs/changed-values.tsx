import { entityUi } from '#crud/define-entity.ts';
import { reasonText } from '#crud/text/reason-text.ts';
import { useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { pointerLabel, valueText } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { DiffText } from '#kit/display/diff-text.tsx';
import type { DataLogEntry } from './use-data-logs.ts';

interface ChangedValuesProps {
  entry: Pick<DataLogEntry, 'entity' | 'changes' | 'values' | 'reason'>;
}

/**
 * The first changed fields of an entry with their old and new values, a line each, and how many more changed; or the reason, if only the status or nothing has changed. Compact rows have one line.
 */
export function ChangedValues({ entry: { entity, changes, values, reason } }: ChangedValuesProps) {
  useRecordNameUpdates();
  const schema = entityUi(entity)?.schema;
  const moreCount = changes.length - values.length;
  if (!schema || values.length === 0) return <Reason reason={reason} />;
  return (
    <span className="flex min-w-0 flex-col leading-4.5 in-data-[density=compact]:flex-row in-data-[density=compact]:gap-x-3">
      {values.map(({ pointer, before, after }, index) => (
        <span key={pointer} className="flex min-w-0 gap-x-1.5 text-xs">
          <span className="max-w-36 flex-none truncate text-ink-3">{pointerLabel(pointer)}</span>
          <ValueDiff before={valueText(schema, pointer, before)} after={valueText(schema, pointer, after)} />
          {index === values.length - 1 && moreCount > 0 && <span className="flex-none text-ink-3">+{moreCount}</span>}
        </span>
      ))}
      {changes.length === 0 && <Reason reason={reason} />}
    </span>
  );
}

/** Old → new. Each side may be cut, so that a long old value does not hide the new one. */
function ValueDiff({ before, after }: Record<'before' | 'after', string>) {
  const { t } = useTexts();
  const empty = <span className="text-ink-3">{t('history.empty')}</span>;
  return (
    <>
      <span className="min-w-0 shrink truncate text-ink-2">{before ? <bdi>{before}</bdi> : empty}</span>
      <span className="flex-none text-ink-3">→</span>
      <span className="min-w-0 shrink truncate">{after ? <DiffText base={before} value={after} /> : empty}</span>
    </>
  );
}

const Reason = ({ reason }: { reason: string | undefined }) =>
  reason ? <span className="min-w-0 truncate text-xs text-ink-3">{reasonText(reason)}</span> : null;
