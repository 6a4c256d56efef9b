import type { BodyName } from '#api/facts.gen.ts';
import { useLabels } from '#crud/labels.ts';
import { pointerText, valueText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { DiffText } from '#kit/diff-text.tsx';
import type { FieldChange } from './field-changes.ts';

interface Props {
  schema: BodyName;
  changes: readonly FieldChange[];
  /** Heads of the two sides; a record that has just come into being has one only. */
  before: string | undefined;
  after: string;
}

/** Field by field, what was and what is. */
export function ChangeList({ schema, changes, before, after }: Props) {
  const { t } = useTexts();
  useLabels();
  return (
    <table className="w-full table-fixed text-xs">
      <thead>
        <tr className="text-left text-ink-3">
          <th className="w-24 py-1 pr-2 font-normal">{t('history.field')}</th>
          {before && <th className="py-1 pr-2 font-normal">{before}</th>}
          <th className="py-1 font-normal">{after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const text = (value: unknown) => valueText(schema, change.pointer, value);
          const [old, now] = [text(change.before), text(change.after)];
          return (
            <tr key={change.pointer} className="border-t border-line align-top">
              <th className="py-1.5 pr-2 text-left font-normal break-words text-ink-3">
                {pointerText(change.pointer)}
              </th>
              {before && <td className="py-1.5 pr-2 break-words text-ink-2">{old || <Empty />}</td>}
              <td className="py-1.5 break-words">
                {now ? <DiffText base={before ? old : now} value={now} /> : <Empty />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Empty() {
  const { t } = useTexts();
  return <span className="text-ink-3">{t('conflict.empty')}</span>;
}
