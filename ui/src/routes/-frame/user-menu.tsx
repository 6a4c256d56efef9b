import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Avatar } from '#kit/avatar.tsx';
import { Icon } from '#kit/icon.tsx';
import { Menu } from '#kit/menu.tsx';
import { session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

export function UserMenu() {
  const { t } = useTexts();
  const { user } = useSession();
  const [dialog, setDialog] = useState<'password' | 'sessions' | null>(null);
  const close = () => setDialog(null);
  if (!user) return null;
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
        items={[
          { id: 'password', icon: 'key', label: t('top.password'), onSelect: () => setDialog('password') },
          { id: 'sessions', icon: 'shield', label: t('top.sessions'), onSelect: () => setDialog('sessions') },
          {
            id: 'sign-out',
            icon: 'logout',
            label: t('top.signOut'),
            separatorBefore: true,
            onSelect: () => session.logout(),
          },
        ]}
      />
      {dialog === 'password' && <PasswordDialog user={user} onClose={close} />}
      <SessionsDialog open={dialog === 'sessions'} onClose={close} />
    </>
  );
}
