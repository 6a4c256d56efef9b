import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { SettingsChange } from './use-settings-history.ts';

/** Who changed which settings, in a line. */
export function useChangeText(): (change: SettingsChange) => string {
  const { t } = useTexts();
  return ({ by, changes }) =>
    t('config.changed', {
      by,
      fields: changes.map(({ pointer }) => pointerText(pointer)).join(t('common.separator')),
    });
}
