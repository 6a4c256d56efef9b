import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Menu } from '#kit/menu.tsx';
import type { Account } from './account.ts';
import { type OfferedAct, useUserActs } from './use-user-acts.ts';
import type { Asked } from './user-act-dialog.tsx';

interface Props {
  account: Account;
  onAsk: (asked: Asked) => void;
  onEdit: () => void;
}

const leading = new Set(['approve', 'reject', 'activate', 'deactivate', 'invite']);

/** What can be done with an account: what its status asks for in view, the rest in the menu. */
export function UserCardActions({ account, onAsk, onEdit }: Props) {
  const { t } = useTexts();
  const { offered, editRefused } = useUserActs();
  const acts = offered(account);
  const first = acts.filter(({ act }) => leading.has(act));
  const decision = first.some(({ act }) => act === 'approve');
  const button = ({ act, label, icon, refused }: OfferedAct) => (
    <Button
      key={act}
      icon={icon}
      variant={act === 'approve' ? 'primary' : 'secondary'}
      refused={refused}
      onClick={() => onAsk({ act, account })}
    >
      {label}…
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        align="start"
        trigger={<Button icon="more" iconOnly aria-label={t('common.more')} />}
        items={acts
          .filter(({ act }) => !leading.has(act))
          .map(({ act, label, ...entry }) => ({
            ...entry,
            id: act,
            label: `${label}…`,
            ...(act === 'delete' ? { tone: 'bad' as const, separatorBefore: acts.length > first.length + 1 } : {}),
            onSelect: () => onAsk({ act, account }),
          }))}
      />
      <div className="flex flex-1 flex-wrap gap-2 *:flex-1">
        {first.filter(({ act }) => act !== 'approve').map(button)}
        <Button
          variant={decision ? 'secondary' : 'primary'}
          icon="edit"
          refused={editRefused(account)}
          onClick={onEdit}
        >
          {t('common.edit')}
        </Button>
        {first.filter(({ act }) => act === 'approve').map(button)}
      </div>
    </div>
  );
}
