import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import type { MenuEntry } from '#kit/layers/menu.tsx';
import { download } from './download.ts';
import { type ExportSource, exportPath, type Format } from './export-path.ts';

/** An entry of a menu for each format, and whether a file is being asked for. */
export function useExport(source: ExportSource): { busy: boolean; entries: MenuEntry[] } {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);

  async function run(format: Format): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await download(exportPath(source, format));
    } catch {
      // the client has already shown the error
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
