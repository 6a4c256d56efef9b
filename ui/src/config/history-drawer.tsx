import type { EditForm } from '#crud/form/edit-form.ts';
import { focusPointer } from '#crud/form/form-fields.tsx';
import { isEqual } from '#crud/form/state/merge.ts';
import { notify } from '#crud/notify.ts';
import { readPointer } from '#crud/pointers.ts';
import { DrawerTitle, LoadFailed, MoreFailed } from '#crud/read/load-failed.tsx';
import { FieldChangeTable } from '#crud/record/history/field-change-table.tsx';
import { type FieldChange, splitObjectChanges } from '#crud/record/history/field-changes.ts';
import { HistoryLine } from '#crud/record/history/history-line.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { totalText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Drawer } from '#kit/layers/drawer.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import type { SettingsChange, SettingsHistory } from './use-settings-history.ts';

interface Props {
  form: EditForm;
  history: SettingsHistory;
  onClose: () => void;
}

/** The changes of the settings, each with a button to restore the previous values. */
export function HistoryDrawer({ form, history, onClose }: Props) {
  const { t } = useTexts();
  const { items, data, problem, loading, loadMore, reload } = history;
  return (
    <Drawer
      open
      width={480}
      onClose={onClose}
      aria-label={t('history.title')}
      title={<DrawerTitle read={history}>{t('history.title')}</DrawerTitle>}
      headActions={<span className="mr-1 font-mono text-2xs">{data && totalText(data)}</span>}
    >
      {problem && (
        <LoadFailed
          title={t('config.failed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          problem={problem}
        />
      )}
      {!problem && loading && items.length === 0 && (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton height={64} className="animate-fade-in-delayed" />
          <Skeleton height={64} className="animate-fade-in-delayed" />
        </div>
      )}
      {!problem && !loading && items.length === 0 && <p className="p-4 text-ink-3">{t('config.noChanges')}</p>}
      <ol>
        {items.map((change, index) => (
          <HistoryEntry key={change.id} change={change} form={form} opened={index === 0} onPutBack={onClose} />
        ))}
      </ol>
      {loadMore && (
        <div className="flex flex-wrap items-center gap-2 p-4">
          <Button variant="ghost" busy={loading} onClick={loadMore}>
            {t('config.more')}
          </Button>
          <MoreFailed problem={history.moreProblem} />
        </div>
      )}
    </Drawer>
  );
}

interface HistoryEntryProps {
  change: SettingsChange;
  form: EditForm;
  opened: boolean;
  onPutBack: () => void;
}

function HistoryEntry({ change, form, opened, onPutBack }: HistoryEntryProps) {
  const { t } = useTexts();
  const text = useChangeText();
  const changes = splitObjectChanges(change.changes);
  const { values } = form.state.context;
  const isRestored = changes.every(({ pointer, before }) => isEqual(readPointer(values, pointer), before));

  function putBack([first, ...rest]: readonly FieldChange[]): void {
    for (const { pointer, before } of [...rest, first].filter((change) => change !== undefined))
      form.fields.setValue(pointer, before);
    notify.info(t('config.putBackDone'));
    onPutBack();
    // deferred until the drawer is closed, because closing it moves the focus
    requestAnimationFrame(() => first && focusPointer(first.pointer));
  }

  return (
    <HistoryLine
      time={change.time}
      isInitiallyOpen={opened}
      head={() => <span className="min-w-0 truncate">{text(change)}</span>}
    >
      <FieldChangeTable schema="Settings" changes={changes} before={t('history.before')} after={t('history.after')} />
      <div className="mt-2 flex justify-end">
        <Button
          size="sm"
          icon="restore"
          disabledReason={form.disabledReason || (isRestored && t('config.alreadyThere'))}
          onClick={() => putBack(changes)}
        >
          {t('config.putBack')}
        </Button>
      </div>
    </HistoryLine>
  );
}

/** Describes in one line who changed which settings. */
export function useChangeText(): (change: SettingsChange) => string {
  const { t } = useTexts();
  return ({ by, changes }) =>
    t('config.changed', {
      by,
      fields: changes.map(({ pointer }) => pointerLabel(pointer)).join(t('common.separator')),
    });
}
