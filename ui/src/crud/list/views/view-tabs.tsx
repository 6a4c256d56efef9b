import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Menu, type MenuEntry } from '#kit/layers/menu.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { OpenViewNote, type Translate, useReadOnlyReason, useRequest } from './save-view.tsx';
import { type ListViews, VIEW_TABS_HEIGHT } from './use-views.ts';
import { deleteView, setDefaultView } from './view-actions.ts';
import type { View } from './view-search.ts';

const dialogCode = createLazyCode(() => import('./view-dialog.tsx'));

/** The number of views that have tabs; the others are in a menu. */
const MAX_TABS = 6;

const tabClass =
  'flex h-7 max-w-48 flex-none items-center gap-1.5 rounded-sm px-2.5 text-ink-2 pointer-coarse:h-10 hover:bg-active ' +
  'aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-ink';

/** The tabs of a list's views, all records first, and what there is to say about the open one. */
export function ViewTabs({ views }: { views: ListViews }) {
  const { t } = useTexts();
  const { open, problem, hasTabs, dialog } = views;
  const dialogs = useLazyCode(dialogCode, dialog !== undefined, () => views.setDialog(undefined));
  const first = views.items.slice(0, MAX_TABS);
  // the open view always has a tab
  const tabs = open && !first.includes(open) ? [...first.slice(0, -1), open] : first;
  const others = views.items.filter((view) => !tabs.includes(view));
  return (
    <>
      {hasTabs && (
        <nav
          aria-label={t('views.label')}
          onKeyDown={(event) => moveFocusByArrows(event, 'row')}
          className={cx(
            VIEW_TABS_HEIGHT,
            'flex items-center gap-1 overflow-x-auto px-3.5 pb-1 [scrollbar-width:none] max-sm:px-1.5',
          )}
        >
          {!problem && (
            <ViewTab views={views} view={undefined}>
              {views.allLabel}
            </ViewTab>
          )}
          {tabs.map((view) => (
            <ViewTab key={view.id} views={views} view={view}>
              {view.name}
            </ViewTab>
          ))}
          {others.length > 0 && (
            <Menu
              trigger={
                <Button size="sm" variant="ghost" icon="chevron-down">
                  {t('views.more', { count: others.length })}
                </Button>
              }
              items={others.map((view) => ({
                id: String(view.id),
                label: view.name,
                icon: iconOf(view),
                onSelect: () => void views.show(view),
              }))}
            />
          )}
          {problem && (
            <span className="flex items-center gap-2 px-1.5 text-xs text-ink-3">
              {t('views.failed')}
              <LinkButton onClick={views.reload}>{t('common.retry')}</LinkButton>
            </span>
          )}
        </nav>
      )}
      <OpenViewNote views={views} />
      {dialogs && dialog && (
        <dialogs.ViewDialog
          key={dialog.kind === 'edit' ? dialog.view.id : dialog.kind}
          views={views}
          state={dialog}
          onClose={() => views.setDialog(undefined)}
        />
      )}
    </>
  );
}

const iconOf = ({ isDefault, own, shared }: View) =>
  isDefault ? ('home' as const) : !own || shared.length > 0 ? ('users' as const) : undefined;

interface ViewTabProps {
  views: ListViews;
  /** Undefined for all records. */
  view: View | undefined;
  children: ReactNode;
}

function ViewTab({ views, view, children }: ViewTabProps) {
  const { t } = useTexts();
  const isOpen = view === views.open && !views.isGone;
  const icon = view && iconOf(view);
  const tab = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isOpen) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOpen]);
  return (
    <span ref={tab} className="flex flex-none items-center">
      <Link
        to={views.path}
        search={views.linkTo(view)}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isOpen ? 'page' : undefined}
        data-item
        title={view && titleOf(view, t)}
        className={tabClass}
      >
        {icon && <Icon name={icon} size={14} className="text-ink-3" />}
        <span className="truncate">{children}</span>
        {isOpen && view && views.isChanged && (
          <span className="text-accent-ink">
            <span aria-hidden>•</span>
            <span className="sr-only">{t('views.changed')}</span>
          </span>
        )}
      </Link>
      {isOpen && view && <ViewMenu views={views} view={view} />}
    </span>
  );
}

function titleOf({ name, own, owner, shared, isDefault }: View, t: Translate): string {
  const facts = [
    ...(own
      ? shared.length > 0
        ? [t('views.isShared')]
        : []
      : [owner ? t('views.by', { owner }) : t('views.ownerless')]),
    ...(isDefault ? [t('views.isDefault')] : []),
  ];
  return [name, ...facts].join(' · ');
}

/** What can be done with the open view. */
function ViewMenu({ views, view }: { views: ListViews; view: View }) {
  const { t } = useTexts();
  const readOnlyReason = useReadOnlyReason();
  const { run } = useRequest();
  const { editable, isDefault } = view;
  const ownerReason = readOnlyReason || (!editable && t('views.notEditable'));
  const items: MenuEntry[] = [
    {
      id: 'edit',
      icon: 'edit',
      label: t('views.edit'),
      disabledReason: ownerReason,
      onSelect: () => views.setDialog({ kind: 'edit', view }),
    },
    {
      id: 'copy',
      icon: 'copy',
      label: t(view.own ? 'views.saveAs' : 'views.copy'),
      disabledReason: readOnlyReason,
      onSelect: () => views.setDialog({ kind: 'create', name: view.own ? '' : view.name }),
    },
    {
      id: 'default',
      icon: 'home',
      label: t(isDefault ? 'views.unsetDefault' : 'views.setDefault'),
      disabledReason: readOnlyReason,
      onSelect: () => void run(() => setDefaultView(view, !isDefault)),
    },
    {
      id: 'delete',
      icon: 'trash',
      label: t('views.delete'),
      tone: 'bad',
      separatorBefore: true,
      disabledReason: ownerReason,
      onSelect: () =>
        void run(async () => {
          await deleteView(view);
          await views.show(undefined, { replace: true });
        }),
    },
  ];
  return (
    <Menu
      trigger={<IconButton icon="chevron-down" aria-label={t('views.menu', { name: view.name })} />}
      items={items}
    />
  );
}
