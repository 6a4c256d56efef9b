import { notify } from '#crud/notify.ts';
import { t } from '#i18n/i18n.ts';
import { writeToClipboard } from '#kit/clipboard.ts';

/** Copies a text, such as a code, and tells the user by its name whether that worked. */
export async function copyText(text: string, name = text): Promise<boolean> {
  const isCopied = await writeToClipboard(text);
  if (isCopied) notify.success(t('done.copy', { name }));
  else notify.error(t('common.copyFailed'));
  return isCopied;
}
