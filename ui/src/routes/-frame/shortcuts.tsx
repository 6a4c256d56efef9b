import { useTexts } from '#i18n/i18n.ts';
import { ShortcutList } from '#kit/buttons/shortcut-list.tsx';
import { modKeyLabel } from '#kit/keys.ts';
import { Dialog } from '#kit/layers/dialog.tsx';

export function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.title')} width={560}>
      <ShortcutList
        groups={[
          {
            title: t('shortcuts.anywhere'),
            items: [
              { keys: [modKeyLabel, 'K'], label: t('shortcuts.search') },
              { keys: ['?'], label: t('shortcuts.help') },
              { keys: ['Esc'], label: t('shortcuts.escape') },
            ],
          },
          {
            title: t('shortcuts.inForm'),
            items: [
              { keys: [modKeyLabel, 'S'], label: t('shortcuts.save') },
              { keys: ['F1'], label: t('shortcuts.explain') },
            ],
          },
          {
            title: t('shortcuts.inList'),
            items: [
              { keys: ['/'], label: t('shortcuts.filter') },
              { keys: ['↑', '↓', '←', '→'], label: t('shortcuts.move') },
              { keys: ['Enter'], label: t('shortcuts.open') },
              { keys: ['Space'], label: t('shortcuts.select') },
              { keys: ['Shift', '↑', '↓'], label: t('shortcuts.extend') },
              { keys: ['E'], label: t('shortcuts.edit') },
              { keys: ['H'], label: t('shortcuts.history') },
              { keys: ['C'], label: t('shortcuts.copy') },
            ],
          },
        ]}
      />
    </Dialog>
  );
}
