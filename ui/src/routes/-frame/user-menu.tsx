import { useState } from 'react';
import { useTexts, withTexts } from '#i18n/i18n.ts';
import { Avatar } from '#kit/avatar.tsx';
import { Icon } from '#kit/icon.tsx';
import { Menu, type MenuEntry } from '#kit/menu.tsx';
import { onDemand, useOnDemand } from '#kit/on-demand.ts';
import { leavePreview } from '#session/preview.ts';
import { session } from '#session/session.ts';
import { useSession, useSignInSteps } from '#session/use-session.ts';
import type { AccountDialog } from './account-dialogs.tsx';

const entries = [
  { id: 'profile', icon: 'user' },
  { id: 'password', icon: 'key' },
  { id: 'twoStep', icon: 'shield' },
  { id: 'sessions', icon: 'clock' },
] as const;

const dialogs = onDemand(() => withTexts(import('./account-dialogs.tsx'), 'account'));

export function UserMenu() {
  const { t } = useTexts();
  const { user } = useSession();
  const { recoveryCodes } = useSignInSteps();
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const open = useOnDemand(dialogs, dialog !== null || recoveryCodes !== null, () => setDialog(null));
  if (!user) return null;
  const own: MenuEntry[] = entries.map(({ id, icon }) => ({
    ...{ id, icon },
    label: t(`top.${id}`),
    onSelect: () => setDialog(id),
  }));
  const leave: MenuEntry = user.preview
    ? { id: 'leave', icon: 'logout', label: t('preview.leave'), onSelect: leavePreview }
    : { id: 'leave', icon: 'logout', label: t('top.signOut'), separatorBefore: true, onSelect: () => session.logout() };
  return (
    <>
      <Menu
        width={220}
        trigger={
          <button
            type="button"
            className="flex h-8 min-w-0 flex-none items-center gap-2 rounded-sm pr-1 pl-2 hover:bg-active"
          >
            <span className="sr-only">{t('top.account')}</span>
            <Avatar name={user.username} />
            <span className="cut max-w-40">{user.username}</span>
            <Icon name="chevron-down" size={14} className="text-ink-3" />
          </button>
        }
        header={
          <div className="flex max-w-72 flex-col gap-0.5 py-0.5">
            <span className="cut text-sm font-medium text-ink">{user.displayName || user.username}</span>
            <span className="cut">{user.email}</span>
            <span className="[overflow-wrap:anywhere]">
              {user.roles.map((role) => role.displayName || role.name).join(t('common.separator'))}
            </span>
          </div>
        }
        items={user.preview ? [leave] : [...own, leave]}
      />
      {open && <open.AccountDialogs user={user} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
