import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ComposedEmail, folderTransport } from '../../src/mail/transport.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'gazetteer-mail-'));
  folder = path.join(parent, 'data', 'mail');
});
afterEach(() => rmSync(parent, { recursive: true }));

const mail: ComposedEmail = {
  id: 7,
  kind: 'reset',
  time: new Date('2026-11-20T06:37:10.123Z'),
  from: 'gazetteer@gazetteer.example',
  to: 'lin.wei@gazetteer.example',
  subject: '重设密码',
  text: 'http://here/login?reset=x\n',
  html: '<p>x</p>',
};
const fileMode = (file: string) => (statSync(file).mode & 0o777).toString(8);

test('each email is a file in a folder that only its owner may enter', async () => {
  const send = folderTransport(folder);
  await send(mail);
  await send({ ...mail, id: 8, kind: 'invitation' });
  const names = ['2026-11-20T06-37-10.123Z-invitation-8.eml', '2026-11-20T06-37-10.123Z-reset-7.eml'];
  expect(readdirSync(folder).sort()).toEqual(names);
  expect(fileMode(folder)).toBe('700');
  for (const name of names) expect(fileMode(path.join(folder, name))).toBe('600');
  const parsedEmail = await PostalMime.parse(readFileSync(path.join(folder, names[1] ?? '')));
  expect(parsedEmail).toMatchObject({
    subject: '重设密码',
    to: [{ address: mail.to }],
    text: expect.stringContaining(mail.text),
  });
});

test('an email that is sent again replaces its file', async () => {
  const send = folderTransport(folder);
  await send(mail);
  await send({ ...mail, text: 'again' });
  const [name = '', ...furtherFiles] = readdirSync(folder);
  expect(furtherFiles).toEqual([]);
  expect(readFileSync(path.join(folder, name), 'utf8')).toContain('again');
});

test('files of emails are removed after thirty days, and nothing else is', async () => {
  const send = folderTransport(folder);
  await send(mail);
  const age = (name: string, days: number) => {
    const file = path.join(folder, name);
    writeFileSync(file, '');
    const time = Date.now() / 1000 - days * 86_400;
    utimesSync(file, time, time);
  };
  age('2026-01-01T00-00-00.000Z-reset-1.eml', 31);
  age('2026-01-01T00-00-00.000Z-reset-2.eml.part', 31);
  age('2026-01-02T00-00-00.000Z-reset-3.eml', 29);
  age('notes.txt', 400);
  await send({ ...mail, id: 8 });
  expect(readdirSync(folder).sort()).toEqual([
    '2026-01-02T00-00-00.000Z-reset-3.eml',
    '2026-11-20T06-37-10.123Z-reset-7.eml',
    '2026-11-20T06-37-10.123Z-reset-8.eml',
    'notes.txt',
  ]);
});
