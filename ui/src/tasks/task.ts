import { enums, type Schemas } from '#api/facts.gen.ts';
import type { IconName } from '#kit/buttons/icon.tsx';
import type { DotTone } from '#kit/display/status-mark.tsx';

export type Task = Schemas['Task'];
export type TaskKind = Schemas['TaskKind'];
export type TaskStatus = Schemas['TaskStatus'];
export type TaskCounts = Schemas['TaskListAnswer']['data']['counts'];

export const taskKinds = enums.TaskKind;
export const taskStatuses = enums.TaskStatus;

export const taskIcons: Record<TaskKind, IconName> = {
  snapshot: 'copy',
  replay: 'restore',
  retention: 'trash',
  reindex: 'search',
  referenceUpdate: 'branch',
  rateRefresh: 'exchange',
  importStage: 'tasks',
  importApply: 'upload',
  importDecide: 'shield',
  importRevert: 'restore',
};

export const taskStatusTones: Record<TaskStatus, DotTone> = {
  queued: 'pending',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'idle',
};

export const isOpen = ({ status }: Pick<Task, 'status'>): boolean => status === 'queued' || status === 'running';
export const canRetry = ({ status }: Pick<Task, 'status'>): boolean => status === 'failed' || status === 'cancelled';

/** Milliseconds from its start to its end, or until now; null before it has started. */
export function elapsedMs({ startTime, endTime }: Pick<Task, 'startTime' | 'endTime'>, now: number): number | null {
  if (!startTime) return null;
  return Math.max(0, (endTime ? Date.parse(endTime) : now) - Date.parse(startTime));
}

/**
 * Milliseconds that are left if it goes on as so far; null while that is a guess: nothing done, no total, or less than
 * three seconds at it.
 */
export function remainingMs(task: Pick<Task, 'status' | 'progress' | 'total' | 'startTime' | 'endTime'>, now: number) {
  const { status, progress, total } = task;
  const elapsed = elapsedMs(task, now);
  if (status !== 'running' || total === null || progress <= 0 || elapsed === null || elapsed < 3000) return null;
  return progress >= total ? 0 : Math.round((elapsed / progress) * (total - progress));
}

/** What the newest hundred say, put into a page that was loaded before; and whether the page lacks newer ones. */
export function mergeNewestTasks(page: readonly Task[], live: readonly Task[]): Task[] {
  const newest = new Map(live.map((task) => [task.id, task]));
  return page.map((task) => newest.get(task.id) ?? task);
}
