import { useState } from 'react';
import type { Role } from '#access/common/use-roles.ts';
import type { SubjectForm } from '#crud/admin/use-subject-form.ts';
import { notify } from '#crud/notify.ts';
import { usePageTitle } from '#crud/page-title.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/button.tsx';
import { Plate } from '#kit/chip.tsx';
import { Menu } from '#kit/menu.tsx';
import { DeleteRole } from './delete-role.tsx';
import { PeopleLink } from './role-columns.tsx';
import { useRoleActions } from './use-role-actions.ts';

/** The role that the page is about, the way back, and what else can be done with it. */
export function RoleHead({ form: { state }, onBack }: { form: SubjectForm; onBack: () => void }) {
  const { t } = useTexts();
  const [deleted, askDelete] = useState<Role>();
  const actions = useRoleActions({ onEdit: () => {}, onDelete: askDelete });
  // the role as the server answered it
  const role = state.context.base as unknown as Role | null;
  const title = role?.displayName ?? t(state.context.id === null ? 'role.create' : 'role.edit');
  usePageTitle(role?.name ?? title);
  const act = (id: string) => role && actions(role).find((one) => one.id === id);
  const [preview, remove] = [act('preview'), act('delete')];
  return (
    <header className="flex h-13 flex-none items-center gap-2 border-b border-line bg-panel px-6">
      <IconButton icon="chevron-left" size="md" className="-ml-2" aria-label={t('form.backToList')} onClick={onBack} />
      {role && (
        <Plate size="md" onCopy={() => notify.success(t('common.copied'))}>
          {role.name}
        </Plate>
      )}
      <h1 className="cut ml-1 text-lg font-semibold">{title}</h1>
      {role && (
        <span className="ml-2 flex flex-none items-center gap-1.5 text-xs text-ink-3">
          {t('role.peopleHave')} <PeopleLink role={role} />
        </span>
      )}
      {role && preview && remove && (
        <div className="ml-auto flex flex-none gap-2">
          <Button icon="eye" refused={preview.refused} onClick={preview.onSelect}>
            {preview.label}
          </Button>
          <Menu
            trigger={<Button icon="more" iconOnly aria-label={t('common.more')} />}
            items={[
              {
                id: 'delete',
                icon: 'trash',
                tone: 'bad',
                label: `${t('role.delete')}…`,
                refused: remove.refused,
                onSelect: remove.onSelect,
              },
            ]}
          />
        </div>
      )}
      <DeleteRole role={deleted} onClose={() => askDelete(undefined)} onDeleted={onBack} />
    </header>
  );
}
