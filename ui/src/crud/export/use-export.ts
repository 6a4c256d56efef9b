import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import type { MenuEntry } from '#kit/layers/menu.tsx';
import { download } from './download.ts';
import { type ExportSource, exportPath, type FileFormat } from './export-path.ts';

/** Returns a menu entry for each export format, and whether a download is being prepared. */
export function useExport(source: ExportSource): { busy: boolean; entries: MenuEntry[] } {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);

  async function run(format: FileFormat): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await download(exportPath(source, format));
    } catch {
      // the API client has already shown the error
    } finally {
      setBusy(false);
    }
  }
  const entries = source.formats.map((format) => ({
    id: format,
    label: t(`export.${format}`),
    onSelect: () => void run(format),
  }));
  return { busy, entries };
}
