import { expect, test } from 'vitest';
import { createStorageWatch, StorageFullError } from './statement-guards.ts';

const watch = () => createStorageWatch(async () => undefined);
const saying = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['ER_DISK_FULL', 'Disk full (/tmp/#sql-1.MAI); waiting for someone to free some space... (errno: 28)'],
  ['ER_RECORD_FILE_FULL', "The table 'data_log' is full"],
  ['EE_WRITE', `Error writing file './t/probe.frm' (Errcode: 28 "No space left on device")`],
  ['ER_ERROR_ON_WRITE', `Error writing file '/tmp/MLfd=32' (errno: 28 - No space left on device)`],
  ['ER_GET_ERRNO', 'Got error 28 from storage engine'],
  ['ER_ERROR_DURING_COMMIT', 'Got error 28 "No space left on device" during COMMIT'],
  ['ER_CANT_CREATE_TABLE', `Can't create table \`t\`.\`probe\` (errno: 28 "No space left on device")`],
])('%s tells of a full disk, and nothing is inserted from then on', (code, message) => {
  const storage = watch();
  storage.requireSpace('INSERT INTO country SET ?');
  expect(storage.translate(saying(code, message))).toBeInstanceOf(StorageFullError);
  expect(storage.isFull()).toBe(true);
  expect(() => storage.requireSpace('UPDATE ?? SET ?; INSERT INTO data_log (a) VALUES ?')).toThrow(StorageFullError);
  storage.requireSpace('SELECT * FROM country');
  storage.requireSpace('UPDATE session SET last_seen = ?');
});

test.each([
  ['ER_GET_ERRNO', 'Got error 128 from storage engine'],
  ['ER_ERROR_DURING_COMMIT', 'Got error 149 during COMMIT'],
  ['ER_DUP_ENTRY', "Duplicate entry 'error 28' for key 'country__name'"],
])('%s of something else does not', (code, message) => {
  const [storage, error] = [watch(), saying(code, message)];
  expect(storage.translate(error)).toBe(error);
  expect(storage.isFull()).toBe(false);
});
