import { useNavigate } from '@tanstack/react-router';
import { enums } from '#api/facts.gen.ts';
import { listLink } from '#crud/list/last-list.ts';
import { titleOf } from '#crud/names.ts';
import { notify } from '#crud/notify.ts';
import { usePageTitle } from '#crud/page-title.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/button.tsx';
import { Plate } from '#kit/chip.tsx';
import { Menu } from '#kit/menu.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import { useSession } from '#session/use-session.ts';
import type { FormPanelName } from './form-search.ts';
import type { OpenForm } from './open-form.ts';

interface Props {
  form: OpenForm;
  onPanel: (panel: FormPanelName) => void;
}

/** The record that the page is about, the way back, and what else can be done with it. */
export function PageHead({ form: { entity, state }, onPanel }: Props) {
  const { t, language } = useTexts();
  const { refuse } = useSession();
  const navigate = useNavigate();
  const { base, id } = state.context;
  const remove = `${entity.key}:delete`;
  const act = t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`);
  const title = base ? titleOf(entity.key, base, language) : act;
  const code = typeof base?.code === 'string' ? base.code : undefined;
  const status = enums.Status.find((one) => one === base?.status);
  usePageTitle(code ?? title);
  return (
    <header className="flex h-13 flex-none items-center gap-2 border-b border-line bg-panel px-6">
      <IconButton
        icon="chevron-left"
        size="md"
        className="-ml-2"
        aria-label={t('form.backToList')}
        onClick={() => void navigate(listLink(entity.path, id))}
      />
      {code && (
        <Plate size="md" onCopy={() => notify.success(t('common.copied'))}>
          {code}
        </Plate>
      )}
      <h1 className="cut ml-1 text-lg font-semibold">{title}</h1>
      {status && <StatusMark className="ml-1 flex-none" status={status} label={t(`status.${status}`)} />}
      {id !== null && (
        <div className="ml-auto flex flex-none gap-2">
          <Button icon="clock" onClick={() => onPanel('history')}>
            {t('history.title')}
          </Button>
          <Menu
            trigger={<Button icon="more" iconOnly aria-label={t('common.more')} />}
            items={[
              {
                id: 'delete',
                icon: 'trash',
                tone: 'bad',
                label: t(`entity.${entity.key}.delete`),
                refused: refuse(remove),
                onSelect: () => onPanel('delete'),
              },
            ]}
          />
        </div>
      )}
    </header>
  );
}
