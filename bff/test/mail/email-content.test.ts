import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import type { Language } from '../../src/http/contract.ts';
import { type EmailContent, enqueueEmail, type MailedSet, type RejectedWork } from '../../src/mail/outbox.ts';
import { smtpTransport } from '../../src/mail/transport.ts';
import { createServiceMailer } from '../../src/worker/start-worker.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { silentLog } from '../kit/silent-log.ts';
import { type MailServer, startMailServer } from './smtp.ts';

let service: Service;
let server: MailServer;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

/** Sends an email and returns the received one. */
async function sendAndReceive(email: EmailContent, language: Language, address: string) {
  const { db } = service;
  const settings = createSettings(db);
  await enqueueEmail(db, { ...email, language, address });
  const transport = smtpTransport(server.url);
  await createServiceMailer({ db, settings, url: 'http://here', log: silentLog, transport }).drain();
  expect(server.received).toHaveLength(1);
  // Cast: the length was just checked.
  return server.received[0] as (typeof server.received)[number];
}

const withoutToken = (text = '') => text.replace(/(reset|invite)=[\w-]{43}/g, '$1=TOKEN').trim();

const insertPerson = (status: string) => insertUser(service.db, [], { status, display_name: '林薇' });

test.each([
  ['zh-CN', '重设 Gazetteer 密码', '链接 30 分钟内有效，只能使用一次。'],
  ['en', 'Reset your Gazetteer password', 'The link works once and expires in 30 minutes.'],
] as const)('a reset in %s', async (language, subject, validityText) => {
  const { email } = await insertPerson('active');
  const { mail } = await sendAndReceive({ kind: 'reset' }, language, email);
  expect(mail.subject).toBe(subject);
  const text = withoutToken(mail.text);
  expect(text).toContain('林薇');
  expect(text).toContain(`\n\nhttp://here/login?reset=TOKEN\n\n${validityText}\n\n`);
  expect(withoutToken(mail.html)).toContain(`<html lang="${language}">`);
  expect(withoutToken(mail.html)).toContain('<a href="http://here/login?reset=TOKEN">');
  expect(mail.html).toContain(`<p>${validityText}</p>`);
});

test.each([
  ['zh-CN', '邀请你使用 Gazetteer', 'Ada 为你开通了 Gazetteer 账号', '链接 7 天内有效，只能使用一次。'],
  [
    'en',
    'You’re invited to Gazetteer',
    'Ada has created a Gazetteer account for you',
    'The link works once and expires in 7 days.',
  ],
] as const)('an invitation in %s', async (language, subject, invitationText, validityText) => {
  const { id, email } = await insertPerson('invited');
  const { mail } = await sendAndReceive({ kind: 'invitation', data: { userId: id, by: 'Ada' } }, language, email);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(invitationText);
  expect(withoutToken(mail.text)).toContain(`\n\nhttp://here/register?invite=TOKEN\n\n${validityText}\n\n`);
});

const displayName = '林薇';
const rejectedWork: RejectedWork = {
  displayName,
  by: 'Ada',
  what: 'proposal',
  label: '机场',
  code: 'PEK',
  name: '首都机场',
  reason: '不对',
  path: '/airport?id=5',
};
const mailedSet: MailedSet = {
  displayName,
  by: 'Ada',
  title: '换码',
  items: 1,
  reason: '不对',
  path: '/change-sets/5',
};
const furtherEmails: [EmailContent, Language, string, string][] = [
  [{ kind: 'emailTaken', data: { displayName } }, 'zh-CN', '你已有 Gazetteer 账号', 'http://here/login?forgot'],
  [
    { kind: 'emailTaken', data: { displayName } },
    'en',
    'You already have a Gazetteer account',
    'http://here/login?forgot',
  ],
  [{ kind: 'approved', data: { displayName } }, 'zh-CN', '你的 Gazetteer 账号申请已获批准', 'http://here/login'],
  [{ kind: 'workRejected', data: rejectedWork }, 'zh-CN', '已驳回：PEK 首都机场', 'http://here/airport?id=5'],
  [{ kind: 'workRejected', data: rejectedWork }, 'en', 'Rejected: PEK 首都机场', 'http://here/airport?id=5'],
  [
    { kind: 'workRejected', data: { ...rejectedWork, replacedBySetId: 7 } },
    'zh-CN',
    '已被取代：PEK 首都机场',
    'Ada 通过了变更集 #7，其中的修改取代了你提交的修改：机场 PEK 首都机场。',
  ],
  [
    { kind: 'workRejected', data: { ...rejectedWork, replacedBySetId: 7 } },
    'en',
    'Replaced: PEK 首都机场',
    'Ada has approved change set #7, which replaces your change: 机场 PEK 首都机场.',
  ],
  [
    { kind: 'workRejected', data: { ...rejectedWork, replacedBySetId: 7, isRecordDeleted: true } },
    'zh-CN',
    '记录已删除：PEK 首都机场',
    'Ada 通过了变更集 #7，其中删除了你提交过修改的记录：机场 PEK 首都机场。',
  ],
  [
    { kind: 'workRejected', data: { ...rejectedWork, replacedBySetId: 7, isRecordDeleted: true } },
    'en',
    'Deleted: PEK 首都机场',
    'Ada has approved change set #7, which deletes a record that you proposed to change: 机场 PEK 首都机场.',
  ],
  ...(['setSubmitted', 'setApproved', 'setRejected'] as const).flatMap((kind): typeof furtherEmails => {
    const subjects = {
      setSubmitted: '待审核 To review',
      setApproved: '已通过 Approved',
      setRejected: '已驳回 Rejected',
    };
    const [chinese = '', ...english] = subjects[kind].split(' ');
    const link = 'http://here/change-sets/5';
    return [
      [{ kind, data: mailedSet }, 'zh-CN', `${chinese}：换码`, link],
      [{ kind, data: mailedSet }, 'en', `${english.join(' ')}: 换码`, link],
    ];
  }),
  [{ kind: 'approved', data: { displayName } }, 'en', 'Your Gazetteer account is approved', 'http://here/login'],
  [
    { kind: 'rejected', data: { displayName, reason: '不在编' } },
    'zh-CN',
    '你的 Gazetteer 账号申请未获批准',
    '原因：不在编',
  ],
  [
    { kind: 'rejected', data: { displayName, reason: 'left' } },
    'en',
    'Your Gazetteer account was not approved',
    'Reason: left',
  ],
];
test.each(furtherEmails)('%o in %s', async (emailContent, language, subject, paragraph) => {
  const { mail } = await sendAndReceive(emailContent, language, 'lin.wei@gazetteer.example');
  expect(mail.subject).toBe(subject);
  expect(mail.text?.split(/\s*\n\n\s*/)).toContain(paragraph);
  expect(mail.text).toContain(displayName);
  expect(mail.text).toMatch(
    language === 'en'
      ? /ignore this e-mail|submit it again|nothing left to do|revert it there/
      : /请忽略本邮件|重新提交|无需处理|整体撤销/,
  );
});

test('a refusal without a reason mentions none, and has no link', async () => {
  const { mail } = await sendAndReceive({ kind: 'rejected', data: { displayName } }, 'en', 'lin.wei@gazetteer.example');
  expect(`${mail.text}${mail.html}`).not.toMatch(/Reason|undefined|http/);
});

test('values are escaped in HTML', async () => {
  const name = `<img src="https://x.example/a.png">&'"`;
  const { mail } = await sendAndReceive(
    { kind: 'emailTaken', data: { displayName: name } },
    'en',
    'a@gazetteer.example',
  );
  expect(mail.html).toContain('&lt;img src=&quot;https://x.example/a.png&quot;&gt;&amp;&#39;&quot;');
  expect(mail.html).not.toMatch(/<(img|script|link|style)/);
  expect(mail.text).toContain(name);
});

test('line breaks in a name or an address add no headers or recipients', async () => {
  const inviterName = 'Ada\r\nBcc: x@x.example\r\n\r\nbody';
  const { id, email } = await insertPerson('invited');
  const invitation = await sendAndReceive({ kind: 'invitation', data: { userId: id, by: inviterName } }, 'en', email);
  expect(invitation.to).toEqual([email]);
  expect(invitation.mail.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(invitation.mail.text).toContain('Ada Bcc: x@x.example body has created');
});

test.each([
  'a@gazetteer.example\r\nBcc: x@x.example',
  'a@gazetteer.example, x@x.example',
  'a@gazetteer.example> RCPT TO:<x@x.example',
])('an address that contains another (%j) adds no recipient', async (address) => {
  const { db } = service;
  await db('mail_outbox').delete();
  await enqueueEmail(db, { kind: 'approved', data: { displayName }, language: 'en', address });
  const transport = smtpTransport(server.url);
  await createServiceMailer({
    db,
    settings: createSettings(db),
    url: 'http://here',
    log: silentLog,
    transport,
  }).drain();
  expect(server.received.flatMap(({ to }) => to)).not.toContain('x@x.example');
  expect(server.received.flatMap(({ mail }) => mail.headers.map(({ key }) => key))).not.toContain('bcc');
});
