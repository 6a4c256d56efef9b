import { Link } from '@tanstack/react-router';
import { Time } from '#crud/time.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/icon.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import type { Overview } from './overview.ts';

/** Who has registered and waits, for whoever may let them in; nothing while nobody does. */
export function PeopleLine({ people }: { people: Overview['people'] }) {
  const { t } = useTexts();
  if (!people || people.pending === 0) return null;
  const { pending, oldest } = people;
  return (
    <Link
      to="/users/user-list"
      search={{ status: 'pending' }}
      className="flex h-10 flex-none items-center gap-3 rounded-md border border-line bg-panel px-4 hover:bg-hover"
    >
      <StatusMark
        status="pending"
        label={<span className="font-medium">{t('home.people', { count: pending })}</span>}
      />
      {oldest && (
        <span className="cut text-xs text-ink-3">
          {t('home.peopleSince')} <Time iso={oldest} />
        </span>
      )}
      <Icon name="chevron-right" size={14} className="ml-auto text-ink-3" />
    </Link>
  );
}
