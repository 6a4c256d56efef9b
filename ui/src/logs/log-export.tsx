import { useState } from 'react';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Menu } from '#kit/menu.tsx';
import { useSession } from '#session/use-session.ts';
import { download } from './download.ts';
import { toFilter } from './log-search.ts';
import { totalText } from './total-text.ts';
import type { Logs } from './use-logs.ts';

const formats = { csv: 'logs.exportCsv', ndjson: 'logs.exportNdjson' } as const;

/** What the conditions let through, as a file. */
export function LogExport({ logs: { search, data } }: { logs: Logs }) {
  const { t, language } = useTexts();
  const { refuse } = useSession();
  const [busy, setBusy] = useState(false);
  const refused = refuse('user_log:export');
  const button = (
    <Button icon="download" refused={refused} busy={busy}>
      {t('logs.export')}
    </Button>
  );
  if (refused) return button;

  async function run(format: keyof typeof formats): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const query = new URLSearchParams({ format, ...toFilter(search) });
      await download(`/api/v1/user-logs/export?${query}`);
    } catch (error) {
      notify.error(toProblem(error, language).message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Menu
      trigger={button}
      header={data && t('logs.exportHint', { rows: totalText(data) })}
      items={(['csv', 'ndjson'] as const).map((format) => ({
        id: format,
        label: t(formats[format]),
        onSelect: () => void run(format),
      }))}
    />
  );
}
