import { expect, it } from 'vitest';
import { enums } from '#api/facts.gen.ts';
import { elapsedMs, mergeNewestTasks, remainingMs, type Task, taskIcons, taskStatusTones } from './task.ts';

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

it('has a mark for every kind and status of the contract', () => {
  expect(Object.keys(taskIcons).sort()).toEqual([...enums.TaskKind].sort());
  expect(Object.keys(taskStatusTones).sort()).toEqual([...enums.TaskStatus].sort());
});

it('tells how long a task has run, until its end where that has come', () => {
  expect(elapsedMs(task({}), now)).toBe(20_000);
  expect(elapsedMs(task({ endTime: at(14) }), now)).toBe(4000);
  expect(elapsedMs(task({ startTime: null }), now)).toBeNull();
});

it('estimates what is left from what is done, and only where that says something', () => {
  expect(remainingMs(task({ progress: 25, total: 100 }), now)).toBe(60_000);
  expect(remainingMs(task({ progress: 100, total: 100 }), now)).toBe(0);
  expect(remainingMs(task({ progress: 0, total: 100 }), now)).toBeNull();
  expect(remainingMs(task({ progress: 25, total: null }), now)).toBeNull();
  expect(remainingMs(task({ progress: 1, total: 100, startTime: at(29) }), now)).toBeNull();
  expect(remainingMs(task({ status: 'done', progress: 25, total: 100 }), now)).toBeNull();
});

it('brings a page up to date without adding to it', () => {
  const page = [task({ id: 2 }), task({ id: 1 })];
  const live = [task({ id: 3 }), task({ id: 2, status: 'done' })];
  expect(mergeNewestTasks(page, live).map(({ id, status }) => [id, status])).toEqual([
    [2, 'done'],
    [1, 'running'],
  ]);
});
