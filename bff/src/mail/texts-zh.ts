import type { EmailTexts } from './wording.ts';

const formatDuration = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60} 小时` : `${minutes} 分钟`);
const greeting = (name: string) => `${name}，你好：`;
const rejectedWork = { record: '新建的记录', proposal: '提交的修改', import: '导入的数据' };

export const chinese: EmailTexts = {
  reset: ({ name, minutes }) => ({
    subject: '重设 Gazetteer 密码',
    before: [greeting(name), '我们收到了重设你的 Gazetteer 密码的请求。请通过下面的链接设置新密码。'],
    link: '重设密码',
    after: [
      `链接 ${formatDuration(minutes)}内有效，只能使用一次。`,
      '如果不是你本人的操作，请忽略本邮件，密码不会改变。',
    ],
  }),
  invitation: ({ name, by, days }) => ({
    subject: '邀请你使用 Gazetteer',
    before: [greeting(name), `${by} 为你开通了 Gazetteer 账号。请通过下面的链接设置密码并登录。`],
    link: '接受邀请',
    after: [`链接 ${days} 天内有效，只能使用一次。`, '如果你不认识邀请人，请忽略本邮件。'],
  }),
  emailTaken: ({ name }) => ({
    subject: '你已有 Gazetteer 账号',
    before: [
      greeting(name),
      '有人用你的邮箱注册 Gazetteer。这个邮箱已有账号，因此没有创建新账号。',
      '如果是你本人忘记了密码，可以通过下面的链接重设。',
    ],
    link: '重设密码',
    after: ['如果不是你本人的操作，请忽略本邮件，账号没有任何变化。'],
  }),
  approved: ({ name }) => ({
    subject: '你的 Gazetteer 账号申请已获批准',
    before: [greeting(name), '管理员已通过你的账号申请，现在可以登录了。'],
    link: '登录',
    after: ['如果你没有申请过账号，请忽略本邮件。'],
  }),
  rejected: ({ name, reason }) => ({
    subject: '你的 Gazetteer 账号申请未获批准',
    before: [greeting(name), '管理员没有批准你的账号申请。', ...(reason ? [`原因：${reason}`] : [])],
    after: ['如果你没有申请过账号，请忽略本邮件。'],
  }),
  workRejected: ({ name, work }) => {
    const { by, what, label, code, name: title, reason, replacedBySetId, isRecordDeleted, amongOthers } = work;
    const record = [label, code, title].filter(Boolean).join(' ');
    const codeAndTitle = [code, title].filter(Boolean).join(' ');
    if (isRecordDeleted)
      return {
        subject: `记录已删除：${codeAndTitle}`,
        before: [greeting(name), `${by} 通过了变更集 #${replacedBySetId}，其中删除了你提交过修改的记录：${record}。`],
        after: [
          '该修改不再生效，无需处理。',
          ...(amongOthers ? ['该变更集可能还取代了你的其他修改，记录仍存在的可在首页查看。'] : []),
        ],
      };
    return {
      subject: `${replacedBySetId ? '已被取代' : '已驳回'}：${codeAndTitle}`,
      before: [
        greeting(name),
        `${by} ${replacedBySetId ? `通过了变更集 #${replacedBySetId}，其中的修改取代了` : '驳回了'}你${rejectedWork[what]}：${record}。`,
        ...(reason && !replacedBySetId ? [`原因：${reason}`] : []),
      ],
      link: what === 'import' ? '打开这次导入' : '打开记录',
      after: [
        what === 'import' ? '这次导入仍可查看。' : '你可以修改后重新提交。',
        ...(amongOthers ? ['这次批量驳回了多条记录，其中如有你的其他记录，请在首页查看。'] : []),
      ],
    };
  },
  setSubmitted: ({ name, set: { by, title, items, date } }) => ({
    subject: `待审核：${title}`,
    before: [
      greeting(name),
      `${by} 提交了变更集“${title}”，共 ${items} 项变更，等待你审核。`,
      ...(date ? [`生效时间：${date}`] : []),
    ],
    link: '打开变更集',
    after: ['如已由他人审核，则无需处理。'],
  }),
  setApproved: ({ name, set: { by, title, items, reason, date } }) => ({
    subject: `已通过：${title}`,
    before: [
      greeting(name),
      `${by} 通过了你的变更集“${title}”，共 ${items} 项。`,
      ...(date ? [`生效时间：${date}`] : []),
      ...(reason ? [`原因：${reason}`] : []),
    ],
    link: '打开变更集',
    after: [date ? '生效之前，可在变更集页面重新编辑或撤回。' : '如有需要，可在变更集页面整体撤销。'],
  }),
  setRejected: ({ name, set: { by, title, reason } }) => ({
    subject: `已驳回：${title}`,
    before: [greeting(name), `${by} 驳回了你的变更集“${title}”。`, ...(reason ? [`原因：${reason}`] : [])],
    link: '打开变更集',
    after: ['你可以修改后重新提交。'],
  }),
  setHeld: ({ name, set: { by, isOwn, title, items, reason, problems = [] } }) => ({
    subject: `未能生效：${title}`,
    before: [
      greeting(name),
      `${isOwn ? '你' : `${by} `}的变更集“${title}”已到生效时间，但未能生效，${items} 项改动都没有写入。`,
      ...(reason ? [`原因：${reason}`] : []),
      ...problems,
    ],
    link: '打开变更集',
    after: ['可在变更集页面原样重试，或修改后重新提交审核。'],
  }),
};
