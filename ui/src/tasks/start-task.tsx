import { useState } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { Note } from '#kit/messages/note.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { TASK_ICONS, type TaskKind } from './task.ts';

export interface EntityOption {
  key: EntityKey;
  icon: IconName;
}

/** The tasks that can be started here. Replays, imports, actions on records and updates of references are started elsewhere. */
type StartableTask = Exclude<
  TaskKind,
  'replay' | 'referenceUpdate' | 'bulkChange' | `changeSet${string}` | `import${string}`
>;
const STARTABLE_TASKS = ['snapshot', 'reindex', 'retention', 'rateRefresh'] as const satisfies readonly StartableTask[];
const TASKS_WITH_ENTITIES: ReadonlySet<StartableTask> = new Set(['snapshot', 'reindex']);

interface Props {
  kinds: readonly EntityOption[];
  variant: 'primary' | 'secondary';
  onStarted: (id: number) => void;
}

/** A menu to start a task, with a dialog to choose entities if the task needs them. */
export function StartTask({ kinds, variant, onStarted }: Props) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const [kindToStart, setKindToStart] = useState<StartableTask>();
  const disabledReason = denialReason('task:run');
  const button = (
    <Button variant={variant} icon="plus" disabledReason={disabledReason}>
      {t('task.start')}
    </Button>
  );
  if (disabledReason) return button;
  return (
    <>
      <Menu
        trigger={button}
        items={STARTABLE_TASKS.map((kind) => ({
          id: kind,
          label: t(`task.kind.${kind}`),
          icon: TASK_ICONS[kind],
          onSelect: () => setKindToStart(kind),
        }))}
      />
      {kindToStart && (
        <StartDialog
          key={kindToStart}
          kind={kindToStart}
          kinds={kinds}
          onStarted={onStarted}
          onClose={() => setKindToStart(undefined)}
        />
      )}
    </>
  );
}

interface DialogProps {
  kind: StartableTask;
  kinds: readonly EntityOption[];
  onStarted: (id: number) => void;
  onClose: () => void;
}

function StartDialog({ kind, kinds, onStarted, onClose }: DialogProps) {
  const { t } = useTexts();
  const { busy, problem, run } = useAction();
  const [selectedEntities, setSelectedEntities] = useState<readonly EntityKey[]>(kinds.map(({ key }) => key));
  const asksEntities = TASKS_WITH_ENTITIES.has(kind);
  const isNoneSelected = asksEntities && selectedEntities.length === 0;
  const isAllSelected = selectedEntities.length === kinds.length;

  async function start(): Promise<void> {
    if (isNoneSelected || busy) return;
    const entities = asksEntities && !isAllSelected ? [...selectedEntities] : undefined;
    const done = await run(
      async () => {
        const body = { kind, ...(entities ? { entities } : {}) };
        const { data } = await api.POST('/api/v1/tasks', { body });
        onStarted(data.task.id);
      },
      t('task.done.start', { name: t(`task.kind.${kind}`) }),
    );
    if (done) onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`task.kind.${kind}`)}
      description={t(`task.about.${kind}`)}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" busy={busy} onClick={() => void start()}>
            {t('task.startNow')}
          </Button>
        </>
      }
    >
      {(asksEntities || problem) && (
        <div className="flex flex-col gap-2">
          {asksEntities && (
            <fieldset>
              <legend className="mb-1 text-xs font-medium text-ink-2">{t('task.ofKinds')}</legend>
              <Checkbox
                checked={isAllSelected}
                indeterminate={!isAllSelected && !isNoneSelected}
                onChange={() => setSelectedEntities(isAllSelected ? [] : kinds.map(({ key }) => key))}
                label={<span className="font-medium">{t('task.allKinds')}</span>}
                className="mb-1"
              />
              <div className="grid grid-cols-2 gap-x-4 gap-y-1">
                {kinds.map(({ key, icon }) => (
                  <Checkbox
                    key={key}
                    checked={selectedEntities.includes(key)}
                    onChange={(on) =>
                      setSelectedEntities(
                        on ? [...selectedEntities, key] : selectedEntities.filter((one) => one !== key),
                      )
                    }
                    label={
                      <span className="flex items-center gap-1.5">
                        <Icon name={icon} className="text-ink-3" />
                        {t(`entity.${key}.many`)}
                      </span>
                    }
                  />
                ))}
              </div>
            </fieldset>
          )}
          {isNoneSelected && (
            <p role="alert" className="text-xs text-bad-ink">
              {t('task.noKinds')}
            </p>
          )}
          {problem && (
            <Note tone="bad" live>
              {problem.message}
            </Note>
          )}
        </div>
      )}
    </Dialog>
  );
}
