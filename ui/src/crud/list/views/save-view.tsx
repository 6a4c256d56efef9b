import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Menu, type MenuEntry } from '#kit/layers/menu.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useSession } from '#session/use-session.ts';
import type { ListViews } from './use-views.ts';
import { updateView } from './view-actions.ts';

export type Translate = ReturnType<typeof useTexts>['t'];

/** Saves what the list shows, where that is something else than the open view or all records. */
export function SaveView({ views }: { views: ListViews }) {
  const { t } = useTexts();
  const readOnlyReason = useReadOnlyReason();
  const { busy, run } = useRequest();
  const { open, isChanged, isDefaultViewPending } = views;
  if (!isChanged || isDefaultViewPending) return null;
  const saveAs = () => views.setDialog({ kind: 'create', name: '' });
  if (!open || readOnlyReason)
    return (
      <Button size="sm" icon="bookmark" disabledReason={readOnlyReason} onClick={saveAs}>
        {t('views.save')}
      </Button>
    );
  const save: MenuEntry = {
    id: 'save',
    icon: 'check',
    label: t('views.saveChanges'),
    onSelect: () =>
      void run(async () => {
        const { name, shared } = open;
        await views.showSaved(await updateView(open, { name, shared, search: views.currentQuery() }));
      }),
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon="bookmark" busy={busy}>
          {t('views.save')}
        </Button>
      }
      items={[
        ...(open.editable ? [save] : []),
        { id: 'saveAs', icon: 'plus', label: t('views.saveAs'), onSelect: saveAs },
        {
          id: 'reset',
          icon: 'restore',
          label: t('views.reset'),
          separatorBefore: true,
          onSelect: () => void views.show(open, { replace: true }),
        },
      ]}
    />
  );
}

/** Names the parts of the open view that its list no longer supports, or says that the view is gone. */
export function OpenViewNote({ views }: { views: ListViews }) {
  const { t } = useTexts();
  const readOnlyReason = useReadOnlyReason();
  const { run } = useRequest();
  const { open, unknown, isGone, knownQuery, labelOf } = views;
  if (!isGone && unknown.length === 0) return null;
  const conditions = unknown
    .map(({ name, value }) => t('views.condition', { name: labelOf(name), value }))
    .join(t('common.separator'));
  const action =
    isGone || !open ? (
      <LinkButton onClick={() => void views.leaveView()}>{t('common.close')}</LinkButton>
    ) : (
      open.editable &&
      !readOnlyReason &&
      knownQuery !== undefined && (
        <LinkButton
          onClick={() => void run(() => updateView(open, { name: open.name, shared: open.shared, search: knownQuery }))}
        >
          {t('views.removeUnknown')}
        </LinkButton>
      )
    );
  return (
    <div className="flex-none px-page pb-2">
      <Note tone={isGone ? 'info' : 'warn'} live action={action}>
        {isGone ? t('views.gone') : t('views.unknown', { conditions })}
      </Note>
    </div>
  );
}

/** Why nothing can be saved: a preview of a role writes nothing. */
export const useReadOnlyReason = (): string | false => useSession().readOnlyReason;

/** Sends a request whose failure the API client reports. */
export function useRequest() {
  const [busy, setBusy] = useState(false);
  async function run(request: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await request();
    } catch {
      // the API client has already shown the error
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
