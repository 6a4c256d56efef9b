import { ExportButton } from '#crud/export-button.tsx';
import type { ExportSource } from '#crud/export-path.ts';
import { useTexts } from '#i18n/i18n.ts';
import { totalText } from './total-text.ts';

interface Props {
  /** Of the operation that gives the file. */
  path: string;
  permission: string;
  filter: ExportSource['query'];
  /** How many entries the file will have. */
  found: { total: number; totalCapped: boolean } | undefined;
}

/** What the conditions let through, as a file. */
export function LogExport({ path, permission, filter, found }: Props) {
  const { t } = useTexts();
  return (
    <ExportButton
      source={{ path, query: filter, formats: ['csv', 'ndjson'] }}
      permission={permission}
      header={found && t('logs.exportHint', { rows: totalText(found) })}
    />
  );
}
