import { t } from '#i18n/i18n.ts';

/** The reason that the log has for changes written by an import. */
const importReason = /^import #(\d+) (.+)$/;

/** Returns a change's reason as it was typed, or a localized link text for changes by an import. */
export function reasonText(reason: string): string {
  const [, id, file] = importReason.exec(reason) ?? [];
  return id === undefined || file === undefined ? reason : t('history.byImport', { id, file });
}
