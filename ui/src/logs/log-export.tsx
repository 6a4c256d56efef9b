import { ExportButton } from '#crud/export/export-button.tsx';
import type { ExportSource } from '#crud/export/export-path.ts';
import { totalText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';

interface Props {
  /** The path of the export operation. */
  path: string;
  permission: string;
  filter: ExportSource['query'];
  /** The number of exported entries. */
  found: { total: number; totalCapped: boolean } | undefined;
}

/** A button that exports the filtered entries as a file. */
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
