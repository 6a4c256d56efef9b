import type { EmailTexts } from './wording.ts';

const formatDuration = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60} 小时` : `${minutes} 分钟`);
const greeting = (name: string) => `${name}，您好：`;
const rejectedWork = { record: '新建的记录', proposal: '提交的修改', import: '导入的数据' };

export const chinese: EmailTexts = {
  reset: ({ name, minutes }) => ({
    subject: '重设您在 Gazetteer 的密码',
    before: [greeting(name), '有人请求重设您在 Gazetteer 的密码。请用下面的链接设定新密码。'],
    link: '重设密码',
    after: [
      `链接在 ${formatDuration(minutes)}内有效，只能用一次。`,
      '如果不是您本人请求的，不必理会这封邮件，您的密码不会改变。',
    ],
  }),
  invitation: ({ name, by, days }) => ({
    subject: '邀请您使用 Gazetteer',
    before: [greeting(name), `${by} 为您开设了 Gazetteer 的账号。请用下面的链接设定密码，然后登录。`],
    link: '接受邀请',
    after: [`链接在 ${days} 天内有效，只能用一次。`, '如果您不认识邀请人，不必理会这封邮件。'],
  }),
  emailTaken: ({ name }) => ({
    subject: '您已有 Gazetteer 的账号',
    before: [
      greeting(name),
      '有人用您的邮箱地址注册 Gazetteer 的账号，而这个地址已经有账号了，所以没有另开新的。',
      '如果是您本人，又忘了密码，可以用下面的链接重设。',
    ],
    link: '忘记密码',
    after: ['如果不是您本人，不必理会这封邮件，您的账号没有任何变化。'],
  }),
  approved: ({ name }) => ({
    subject: '您的 Gazetteer 账号已获准',
    before: [greeting(name), '管理员已批准您的账号，现在可以登录了。'],
    link: '登录',
    after: ['如果您没有注册过，不必理会这封邮件。'],
  }),
  rejected: ({ name, reason }) => ({
    subject: '您的 Gazetteer 账号未获准',
    before: [greeting(name), '管理员没有批准您的账号。', ...(reason ? [`理由：${reason}`] : [])],
    after: ['如果您没有注册过，不必理会这封邮件。'],
  }),
  workRejected: ({ name, work: { by, what, label, code, name: title, reason } }) => ({
    subject: `已驳回：${[code, title].filter(Boolean).join(' ')}`,
    before: [
      greeting(name),
      `${by} 驳回了您${rejectedWork[what]}：${[label, code, title].filter(Boolean).join(' ')}。`,
      ...(reason ? [`理由：${reason}`] : []),
    ],
    link: what === 'import' ? '打开这次导入' : '打开记录',
    after: [what === 'import' ? '这次导入仍可查看。' : '您可以在原稿上继续编辑，再次提交。'],
  }),
};
