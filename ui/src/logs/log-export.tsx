import { useState } from 'react';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Menu } from '#kit/menu.tsx';
import { useSession } from '#session/use-session.ts';
import { download } from './download.ts';
import { totalText } from './total-text.ts';

const formats = { csv: 'logs.exportCsv', ndjson: 'logs.exportNdjson' } as const;

interface Props {
  /** Of the operation that gives the file. */
  path: string;
  permission: string;
  filter: Readonly<Record<string, string | number>>;
  /** How many entries the file will have. */
  found: { total: number; totalCapped: boolean } | undefined;
}

/** What the conditions let through, as a file. */
export function LogExport({ path, permission, filter, found }: Props) {
  const { t, language } = useTexts();
  const { refuse } = useSession();
  const [busy, setBusy] = useState(false);
  const refused = refuse(permission);
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
      const query = Object.entries({ format, ...filter }).map(([name, value]) => [name, String(value)]);
      await download(`${path}?${new URLSearchParams(query)}`);
    } catch (error) {
      notify.error(toProblem(error, language).message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Menu
      trigger={button}
      header={found && t('logs.exportHint', { rows: totalText(found) })}
      items={(['csv', 'ndjson'] as const).map((format) => ({
        id: format,
        label: t(formats[format]),
        onSelect: () => void run(format),
      }))}
    />
  );
}
