import { useTexts } from '#i18n/i18n.ts';
import { Tag, TagLine } from '#kit/tag.tsx';
import type { Account } from './account.ts';

const shown = 2;

/** The first roles by name, and how many more there are. */
export function RoleTags({ roles }: Pick<Account, 'roles'>) {
  const { t } = useTexts();
  if (roles.length === 0) return <span className="text-xs text-ink-3">{t('user.noRole')}</span>;
  const all = roles.map(({ displayName }) => displayName).join(t('common.separator'));
  return (
    <TagLine title={all}>
      {roles.slice(0, shown).map(({ id, displayName }) => (
        <Tag key={id}>
          <span className="cut max-w-24">{displayName}</span>
        </Tag>
      ))}
      {roles.length > shown && <Tag>+{roles.length - shown}</Tag>}
    </TagLine>
  );
}
