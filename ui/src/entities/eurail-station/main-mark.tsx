import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/icon.tsx';

/** The main station of its city. */
export function MainMark() {
  const { t } = useTexts();
  return (
    <span className="inline-flex items-center gap-1 text-ink-2">
      <Icon name="check" size={14} />
      {t('value.boolean.true')}
    </span>
  );
}
