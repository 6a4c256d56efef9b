import { expect, test } from 'vitest';
import { createStorageWatch, StorageFullError } from './database/statement-guards.ts';

const createWatch = () => createStorageWatch(async () => undefined);
const driverError = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['ER_DISK_FULL', 'Disk full (/tmp/#sql-1.MAI); waiting for someone to free some space... (errno: 28)'],
  ['ER_RECORD_FILE_FULL', "The table 'data_log' is full"],
  ['EE_WRITE', `Error writing file './t/probe.frm' (Errcode: 28 "No space left on device")`],
  ['ER_ERROR_ON_WRITE', `Error writing file '/tmp/MLfd=32' (errno: 28 - No space left on device)`],
  ['ER_GET_ERRNO', 'Got error 28 from storage engine'],
  ['ER_ERROR_DURING_COMMIT', 'Got error 28 "No space left on device" during COMMIT'],
  ['ER_CANT_CREATE_TABLE', `Can't create table \`t\`.\`probe\` (errno: 28 "No space left on device")`],
])('%s means a full disk, and inserts are refused from then on', (code, message) => {
  const storage = createWatch();
  storage.assertSpace('INSERT INTO country SET ?');
  expect(storage.translate(driverError(code, message))).toBeInstanceOf(StorageFullError);
  expect(storage.isFull()).toBe(true);
  expect(() => storage.assertSpace('UPDATE ?? SET ?; INSERT INTO data_log (a) VALUES ?')).toThrow(StorageFullError);
  storage.assertSpace('SELECT * FROM country');
  storage.assertSpace('UPDATE session SET last_seen = ?');
});

test.each([
  ['ER_GET_ERRNO', 'Got error 128 from storage engine'],
  ['ER_ERROR_DURING_COMMIT', 'Got error 149 during COMMIT'],
  ['ER_DUP_ENTRY', "Duplicate entry 'error 28' for key 'country__name'"],
])('%s with another message does not', (code, message) => {
  const [storage, error] = [createWatch(), driverError(code, message)];
  expect(storage.translate(error)).toBe(error);
  expect(storage.isFull()).toBe(false);
});
