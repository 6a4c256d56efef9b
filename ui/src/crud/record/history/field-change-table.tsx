import type { BodyName } from '#api/metadata.gen.ts';
import { useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { labelIn, valueParts } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { DiffItems } from '#kit/display/diff-items.tsx';
import { DiffText } from '#kit/display/diff-text.tsx';
import type { FieldChange } from './field-changes.ts';

interface Props {
  schema: BodyName;
  changes: readonly FieldChange[];
  /** The column headings; a created or deleted record has only the second column. */
  before: string | undefined;
  after: string;
  /** Says how a new value differs, in a column of its own where there is room for it. */
  difference?: ((change: FieldChange) => string) | undefined;
  /** Leaves the column headings to screen readers, where one table follows another. */
  hidesHeadings?: boolean;
}

/** A table of changed fields with their old and new values. */
export function FieldChangeTable({ schema, changes, before, after, difference, hidesHeadings }: Props) {
  const { t } = useTexts();
  // the cells keep the widths of the columns
  const heading = (text: string) => (hidesHeadings ? <span className="sr-only">{text}</span> : text);
  useRecordNameUpdates();
  return (
    <div className="@container">
      <table className="w-full table-fixed text-xs @2xl:text-sm">
        <thead>
          <tr className={cx('text-left text-ink-3', hidesHeadings && '*:py-0!')}>
            <th className="w-18 py-1 @xs:w-24 @2xl:w-36 pr-2 font-normal">{heading(t('history.field'))}</th>
            {before && <th className="py-1 pr-2 font-normal">{heading(before)}</th>}
            <th className="py-1 font-normal">{heading(after)}</th>
            {difference && (
              <th className="hidden w-44 py-1 pl-2 text-end font-normal @2xl:table-cell">
                {heading(t('history.difference'))}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const parts = (value: unknown) => valueParts(schema, change.pointer, value);
            const [oldParts, newParts] = [parts(change.before), parts(change.after)];
            const differenceText = difference?.(change);
            const isCode = /code$/i.test(change.pointer);
            return (
              <tr
                key={change.pointer}
                className={cx('align-top', hidesHeadings ? 'border-line not-first:border-t' : 'border-t border-line')}
              >
                <th className="py-1.5 pr-2 text-left font-normal break-words text-ink-3">
                  {labelIn(schema, change.pointer)}
                </th>
                {before && (
                  <td className="py-1.5 pr-2 break-words text-ink-2">
                    {oldParts.length > 0 ? (
                      <PreviousValue oldParts={oldParts} newParts={newParts} isStruck={hidesHeadings} isCode={isCode} />
                    ) : (
                      <Empty />
                    )}
                  </td>
                )}
                <td className="py-1.5 break-words">
                  <div className="flex gap-2">
                    {hidesHeadings && before && (
                      <span aria-hidden className="text-ink-3">
                        →
                      </span>
                    )}
                    <div className="min-w-0">
                      {newParts.length > 0 ? (
                        <DiffText base={before ? oldParts : newParts} value={newParts} mono={isCode} />
                      ) : (
                        <Empty />
                      )}
                      {differenceText && <span className="block text-ink-3 @2xl:hidden">{differenceText}</span>}
                    </div>
                  </div>
                </td>
                {difference && (
                  <td className="hidden py-1.5 pl-2 text-end text-ink-3 @2xl:table-cell">{differenceText}</td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface PreviousValueProps extends Record<'oldParts' | 'newParts', string | string[]> {
  isStruck: boolean | undefined;
  isCode: boolean;
}

/** The old value; removed items of a list are struck through, and a text where no heading says that it is old. */
const PreviousValue = ({ oldParts, newParts, isStruck, isCode }: PreviousValueProps) =>
  typeof oldParts === 'string' ? (
    <bdi className={cx(isCode && 'font-mono text-xs')}>{isStruck ? <del>{oldParts}</del> : oldParts}</bdi>
  ) : (
    <DiffItems base={[newParts].flat()} value={oldParts} mark="del" />
  );

function Empty() {
  const { t } = useTexts();
  return <span className="text-ink-3">{t('history.empty')}</span>;
}
