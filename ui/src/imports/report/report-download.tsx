import { useState } from 'react';
import { download } from '#crud/download.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Import, unsoundOf } from '#imports/import.ts';
import { reportPath } from '#imports/use-import-actions.ts';
import { Button } from '#kit/button.tsx';
import { Menu } from '#kit/menu.tsx';

/** The file again with a column of what is wrong, to be mended and sent once more. */
export function ReportDownload({ found }: { found: Import }) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  async function run(only: 'all' | 'unsound'): Promise<void> {
    setBusy(true);
    try {
      await download(reportPath(found, only));
    } catch {
      // the client has told of it
    } finally {
      setBusy(false);
    }
  }
  return (
    <Menu
      header={t('imports.report.downloadHint')}
      trigger={
        <Button icon="download" busy={busy}>
          {t('imports.report.download')}
        </Button>
      }
      items={[
        { id: 'all', label: t('imports.report.downloadAll'), onSelect: () => void run('all') },
        ...(unsoundOf(found.counts) > 0
          ? [{ id: 'unsound', label: t('imports.report.downloadUnsound'), onSelect: () => void run('unsound') }]
          : []),
      ]}
    />
  );
}
