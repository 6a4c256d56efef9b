import type { ReactNode } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { useSession } from '#session/use-session.ts';
import type { ExportSource } from './export-path.ts';
import { useExport } from './use-export.ts';

interface Props {
  source: ExportSource;
  permission: string;
  /** A description of the exported rows, shown in the menu. */
  header: ReactNode;
}

/** A menu button that exports all pages of a list as a file. */
export function ExportButton({ source, permission, header }: Props) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { busy, entries } = useExport(source);
  const disabledReason = denialReason(permission);
  const button = (
    <Button icon="download" disabledReason={disabledReason} busy={busy}>
      {t('export.button')}
    </Button>
  );
  return disabledReason ? button : <Menu trigger={button} header={header} items={entries} />;
}
