import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { claimTask } from '../../src/tasks/claims.ts';
import { readFile, saveFile } from '../../src/tasks/files.ts';
import { enqueue } from '../../src/tasks/queue.ts';
import { useDatabase } from '../kit/database/database.ts';
import { createTaskHelpers } from './test-tasks.ts';

const { db } = await useDatabase();

async function claimNewTask() {
  await enqueue(db, { kind: 'plain', by: 'test' });
  const task = await claimTask(db, ['plain'], 30_000);
  if (!task) throw new Error('Not claimed.');
  return task;
}
async function* splitContent(content: Buffer, chunkBytes: number) {
  for (let start = 0; start < content.length; start += chunkBytes) yield content.subarray(start, start + chunkBytes);
}

test.each([
  ['small chunks', 2.5 * 2 ** 20, 70_001, 3],
  ['one large chunk', 3 * 2 ** 20, 2 ** 30, 3],
  ['no content', 0, 1, 0],
])('a file of %s is stored in parts of one mebibyte and read unchanged', async (_, length, chunkBytes, partCount) => {
  const [task, content] = [await claimNewTask(), randomBytes(length)];
  const file = await saveFile(db, task, splitContent(content, chunkBytes));
  expect(file).toEqual({ bytes: length, parts: partCount });
  expect((await buffer(readFile(db, task.id, file))).equals(content)).toBe(true);
});

test('a worker that has lost the task does not overwrite the parts of its successor', async () => {
  const task = await claimNewTask();
  const lateContent = async function* () {
    yield randomBytes(2 ** 20);
    await createTaskHelpers(db).expireLease(task.id);
    const nextClaim = await claimTask(db, ['plain'], 30_000);
    if (!nextClaim) throw new Error('Not claimed.');
    await saveFile(db, nextClaim, splitContent(Buffer.from('whole'), 5));
    yield randomBytes(2 ** 20);
  };
  await expect(saveFile(db, task, lateContent())).rejects.toThrow('lost');
  expect(await db('task_file').where('task_id', task.id).pluck('content')).toEqual([Buffer.from('whole')]);
});

test('reading a file with a missing part fails', async () => {
  const task = await claimNewTask();
  const file = await saveFile(db, task, splitContent(randomBytes(2 ** 21), 2 ** 20));
  await db('task_file').where({ task_id: task.id, part: 1 }).delete();
  await expect(buffer(readFile(db, task.id, file))).rejects.toThrow('Part 1');
});
