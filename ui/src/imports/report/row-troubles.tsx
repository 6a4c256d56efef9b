import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { ImportRow } from '#imports/import.ts';
import { DrawerSection } from '#kit/drawer.tsx';
import { Icon } from '#kit/icon.tsx';

/** What is wrong with the row, cell by cell, and what approval will ask for. */
export function RowTroubles({ row: { problems, missing } }: { row: ImportRow }) {
  const { t } = useTexts();
  if (problems.length === 0 && missing.length === 0) return null;
  return (
    <DrawerSection>
      {problems.length > 0 && <h3 className="mb-1 text-xs font-medium text-ink-3">{t('imports.report.problems')}</h3>}
      <ul className="flex flex-col gap-1.5">
        {problems.map(({ column, pointer, rule, message }) => (
          <li key={`${column} ${pointer} ${rule}`} className="flex gap-1.5">
            <Icon name="error" size={14} className="mt-[3px] text-bad-ink" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {column !== null && <span className="mr-1.5 font-mono text-xs text-ink-3">{column}</span>}
              <span className="text-bad-ink">{message}</span>
            </span>
          </li>
        ))}
        {missing.length > 0 && (
          <li className="flex gap-1.5">
            <Icon name="warning" size={14} className="mt-[3px] text-warn-ink" />
            <span>
              <span className="mr-1.5 text-ink-3">{t('imports.report.missing')}</span>
              {missing.map(pointerText).join(t('common.separator'))}
            </span>
          </li>
        )}
      </ul>
    </DrawerSection>
  );
}
