import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { usePermittedPages } from './use-page-letters.ts';

/** The pages with the letters that open them. */
export function PageLetters({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const pages = usePermittedPages().filter(({ letter }) => letter);
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.goToTitle')} width={480}>
      <ul className="grid grid-cols-2 gap-x-6 max-sm:grid-cols-1">
        {pages.map(({ path, search, icon, label, letter = '' }) => (
          <li key={letter}>
            <Link
              to={path}
              search={search ?? {}}
              onClick={onClose}
              className="flex min-h-8 items-center gap-2 rounded-sm px-1 hover:bg-hover pointer-coarse:min-h-10"
            >
              <Icon name={icon} className="text-ink-3" />
              <span className="mr-auto min-w-0 truncate">{t(label)}</span>
              <Kbd>{letter.toUpperCase()}</Kbd>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
