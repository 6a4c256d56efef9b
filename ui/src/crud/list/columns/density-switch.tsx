import { useTexts } from '#i18n/i18n.ts';
import { Segmented } from '#kit/fields/segmented.tsx';
import type { ListPreferences } from './preferences.ts';

interface Props {
  preferences: Pick<ListPreferences, 'density'>;
  onPreferences: (part: Pick<ListPreferences, 'density'>) => void;
}

/** A switch for the row height of tables. */
export function DensitySwitch({ preferences, onPreferences }: Props) {
  const { t } = useTexts();
  return (
    <Segmented
      aria-label={t('list.density')}
      value={preferences.density}
      onChange={(density) => onPreferences({ density })}
      iconsOnly
      options={[
        { value: 'comfortable', label: t('list.comfortable'), icon: 'rows-comfortable' },
        { value: 'compact', label: t('list.compact'), icon: 'rows-compact' },
      ]}
    />
  );
}
