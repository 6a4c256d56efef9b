import { t } from '#i18n/i18n.ts';

/** The reason that the log has for changes written by an import. */
const importReason = /^import #(\d+) (.+)$/;

/** The reason that is stored with a proposal which a change set has replaced. */
const replacementReason = /^replaced by change set #(\d+)$/;

/** Returns a change's reason as it was typed, or a localized text for changes by an import and for proposals that a change set has replaced. */
export function reasonText(reason: string): string {
  const setId = replacementReason.exec(reason)?.[1];
  if (setId !== undefined) return t('history.replacedBySet', { id: setId });
  const [, id, file] = importReason.exec(reason) ?? [];
  return id === undefined || file === undefined ? reason : t('history.byImport', { id, file });
}
