import { expect, it } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { elapsedMs, mergeNewestTasks, remainingMs, TASK_ICONS, TASK_STATUS_TONES, type Task } from './task.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const now = Date.parse(at(30));

const task = (part: Partial<Task>): Task => ({
  id: 1,
  kind: 'snapshot',
  status: 'running',
  params: {},
  progress: 0,
  total: null,
  result: null,
  error: null,
  errorKey: null,
  attempts: 1,
  cancelling: false,
  hasFile: false,
  createTime: at(0),
  startTime: at(10),
  endTime: null,
  createdBy: 'admin',
  ...part,
});

it('has an icon for every kind and a tone for every status of the contract', () => {
  expect(Object.keys(TASK_ICONS).sort()).toEqual([...enums.TaskKind].sort());
  expect(Object.keys(TASK_STATUS_TONES).sort()).toEqual([...enums.TaskStatus].sort());
});

it('computes the elapsed time until now or until the end', () => {
  expect(elapsedMs(task({}), now)).toBe(20_000);
  expect(elapsedMs(task({ endTime: at(14) }), now)).toBe(4000);
  expect(elapsedMs(task({ startTime: null }), now)).toBeNull();
});

it('estimates the remaining time only if there is enough progress', () => {
  expect(remainingMs(task({ progress: 25, total: 100 }), now)).toBe(60_000);
  expect(remainingMs(task({ progress: 100, total: 100 }), now)).toBe(0);
  expect(remainingMs(task({ progress: 0, total: 100 }), now)).toBeNull();
  expect(remainingMs(task({ progress: 25, total: null }), now)).toBeNull();
  expect(remainingMs(task({ progress: 1, total: 100, startTime: at(29) }), now)).toBeNull();
  expect(remainingMs(task({ status: 'done', progress: 25, total: 100 }), now)).toBeNull();
});

it('updates the tasks of a page without adding new ones', () => {
  const page = [task({ id: 2 }), task({ id: 1 })];
  const live = [task({ id: 3 }), task({ id: 2, status: 'done' })];
  expect(mergeNewestTasks(page, live).map(({ id, status }) => [id, status])).toEqual([
    [2, 'done'],
    [1, 'running'],
  ]);
});
