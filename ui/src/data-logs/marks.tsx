import type { EntityKey } from '#api/metadata.gen.ts';
import { actionIcons } from '#crud/action-icons.ts';
import { entityIcon } from '#crud/define-entity.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import type { Action } from './data-log-search.ts';
import type { DataLogTask } from './use-data-logs.ts';

const logActionIcons: Record<Action, IconName> = {
  ...actionIcons,
  create: 'plus',
  update: 'edit',
  restore: 'restore',
  reference: 'branch',
};

export function ActionMark({ action }: { action: Action }) {
  useTexts();
  const bad = action === 'delete';
  return (
    <Mark icon={logActionIcons[action]} bad={bad}>
      {actionText(action)}
    </Mark>
  );
}

export function KindMark({ kind }: { kind: EntityKey }) {
  useTexts();
  return <Mark icon={entityIcon(kind)}>{entityText(kind)}</Mark>;
}

export const taskIcons: Record<DataLogTask['kind'], IconName> = {
  importApply: 'upload',
  importDecide: 'shield',
  importRevert: 'revert',
  bulkChange: 'check',
  changeSet: 'copy',
  referenceUpdate: 'branch',
  rateRefresh: 'exchange',
};

/** What a task did. */
export function TaskMark({ kind }: { kind: DataLogTask['kind'] }) {
  const { t } = useTexts();
  return <Mark icon={taskIcons[kind]}>{t(`dataLogs.task.${kind}`)}</Mark>;
}

/** The file name of a task's import, or the number of a task without one. */
export const TaskName = ({ task }: { task: DataLogTask }) => (
  <bdi className="min-w-0 truncate">{task.import?.filename ?? `#${task.id}`}</bdi>
);

function Mark({ icon, bad, children }: { icon: IconName; bad?: boolean; children: string }) {
  return (
    <span className={cx('inline-flex max-w-full items-center gap-1.5 align-middle', bad && 'text-bad-ink')}>
      <Icon name={icon} size={14} className={bad ? undefined : 'text-ink-3'} />
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}

/** Capitalizes a text that is shown alone; elsewhere it is part of a sentence. */
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const entityText = (kind: EntityKey): string => capitalize(t(`entity.${kind}.one`));
export const actionText = (action: Action): string => capitalize(t(`act.${action}`));
