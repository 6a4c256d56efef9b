import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { Preview } from '#imports/import.ts';

/** How many columns there are, and how many of them fill something. */
export function Figures({ preview: { columns, rows }, mapped }: { preview: Preview; mapped: boolean }) {
  const { t } = useTexts();
  const filled = columns.filter(({ target }) => target !== null).length;
  const parts = [
    t('imports.map.columns', { count: columns.length }),
    mapped && t('imports.map.mapped', { n: number(filled) }),
    mapped && columns.length > filled && t('imports.map.ignored', { n: number(columns.length - filled) }),
    t('imports.map.rows', { n: number(rows.length) }),
  ];
  return <span className="text-ink-2">{parts.filter(Boolean).join(' · ')}</span>;
}
