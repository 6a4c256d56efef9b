import { t } from '#i18n/i18n.ts';

/** What the log gives as the reason of all that an import writes. */
const byImport = /^import #(\d+) (.+)$/;

/** Why a change was made, as it was typed; of an import, which one it was, in the reader's language. */
export function reasonText(reason: string): string {
  const [, id, file] = byImport.exec(reason) ?? [];
  return id === undefined || file === undefined ? reason : t('history.byImport', { id, file });
}
