import { enums, type Schemas } from '#api/metadata.gen.ts';
import type { IconName } from '#kit/buttons/icon.tsx';
import type { DotTone } from '#kit/display/status-mark.tsx';

export type Task = Schemas['Task'];
export type TaskKind = Schemas['TaskKind'];
export type TaskStatus = Schemas['TaskStatus'];
export type TaskCounts = Schemas['TaskListAnswer']['data']['counts'];

export const taskKinds = enums.TaskKind;
export const taskStatuses = enums.TaskStatus;

export const TASK_ICONS: Record<TaskKind, IconName> = {
  snapshot: 'copy',
  replay: 'replay',
  retention: 'trash',
  reindex: 'search',
  referenceUpdate: 'branch',
  rateRefresh: 'exchange',
  bulkChange: 'check',
  changeSet: 'copy',
  changeSetRelease: 'calendar',
  importStage: 'tasks',
  importApply: 'upload',
  importDecide: 'shield',
  importRevert: 'revert',
};

export const TASK_STATUS_TONES: Record<TaskStatus, DotTone> = {
  queued: 'pending',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'idle',
};

export const isOpen = ({ status }: Pick<Task, 'status'>): boolean => status === 'queued' || status === 'running';
export const canRetry = ({ status }: Pick<Task, 'status'>): boolean => status === 'failed' || status === 'cancelled';

/** Returns the time from the start to the end or until now; null before the start. */
export function elapsedMs({ startTime, endTime }: Pick<Task, 'startTime' | 'endTime'>, now: number): number | null {
  if (!startTime) return null;
  return Math.max(0, (endTime ? Date.parse(endTime) : now) - Date.parse(startTime));
}

/**
 * Estimates the remaining time from the progress so far; null without progress or total, or during the first three
 * seconds.
 */
export function remainingMs(task: Pick<Task, 'status' | 'progress' | 'total' | 'startTime' | 'endTime'>, now: number) {
  const { status, progress, total } = task;
  const elapsed = elapsedMs(task, now);
  if (status !== 'running' || total === null || progress <= 0 || elapsed === null || elapsed < 3000) return null;
  return progress >= total ? 0 : Math.round((elapsed / progress) * (total - progress));
}

/** Returns a loaded page with the current state of those of its tasks that are among the newest hundred. */
export function mergeNewestTasks(page: readonly Task[], live: readonly Task[]): Task[] {
  const newest = new Map(live.map((task) => [task.id, task]));
  return page.map((task) => newest.get(task.id) ?? task);
}
