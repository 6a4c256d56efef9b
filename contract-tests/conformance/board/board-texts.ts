import type { RuleGroup } from '../../suite/case.ts';
import { otherRunText } from '../reports/wording.ts';
import type { OperationVerdict } from '../run-report.ts';

export interface BothTexts {
  zh: string;
  en: string;
}

export const groupTexts: Record<RuleGroup, BothTexts> = {
  answers: { zh: '正常应答', en: 'Answers' },
  lists: { zh: '列表查询', en: 'Lists' },
  callers: { zh: '身份权限', en: 'Callers' },
  input: { zh: '入参校验', en: 'Input' },
  ids: { zh: '未知 id', en: 'Ids' },
  versions: { zh: '版本冲突', en: 'Versions' },
  states: { zh: '状态冲突', en: 'States' },
  limits: { zh: '限额', en: 'Limits' },
};

export const verdictTexts: Record<OperationVerdict, BothTexts> = {
  conforms: { zh: '符合', en: 'Conforms' },
  fails: { zh: '不符合', en: 'Fails' },
  'not implemented': { zh: '未实现', en: 'Not implemented' },
  'not tried': { zh: '未测试', en: 'Not tried' },
};

/** What the tags are called that are no kinds of records. */
export const tagTexts: Record<string, BothTexts> = {
  session: { zh: '登录与个人资料', en: 'Session' },
  work: { zh: '待办与搜索', en: 'Work' },
  view: { zh: '列表视图', en: 'Views' },
  user: { zh: '用户', en: 'Users' },
  role: { zh: '角色', en: 'Roles' },
  permission: { zh: '权限', en: 'Permissions' },
  user_log: { zh: '用户日志', en: 'User log' },
  system_config: { zh: '系统配置', en: 'Configuration' },
  data_log: { zh: '数据日志', en: 'Data log' },
  data_subscriber: { zh: '订阅方', en: 'Subscribers' },
  sync_status: { zh: '同步状态', en: 'Sync status' },
  task: { zh: '任务', en: 'Tasks' },
  import: { zh: '导入', en: 'Imports' },
  feed: { zh: '变更流', en: 'Feed' },
};

export const boardTexts = {
  title: { zh: '契约一致性', en: 'Conformance' },
  theme: { zh: '深色 / 浅色', en: 'Dark / light' },
  language: { zh: 'English', en: '中文' },
  operations: { zh: '接口', en: 'Operations' },
  cases: { zh: '用例', en: 'Cases' },
  passed: { zh: '用例通过', en: 'Cases passed' },
  failed: { zh: '用例失败', en: 'Cases failed' },
  conforms: { zh: '接口符合契约', en: 'Operations conform' },
  fails: { zh: '接口不符合', en: 'Operations fail' },
  missing: { zh: '接口未实现', en: 'Operations not implemented' },
  notTried: { zh: '用例未测试', en: 'Cases not tried' },
  casesMissing: { zh: '用例对应接口未实现', en: 'Cases not implemented' },
  partly: { zh: '部分符合', en: 'Partly' },
  cellLegend: { zh: '格内：通过 / 全部用例', en: 'In the cells: cases passed / all' },
  history: { zh: '历次运行', en: 'Runs' },
  recent: { zh: '近几次', en: 'Recent' },
  verdict: { zh: '结论', en: 'Verdict' },
  whatFails: { zh: '不符合的接口', en: 'What fails' },
  nothingFails: { zh: '没有不符合的接口。', en: 'Nothing fails.' },
  isNew: { zh: '新', en: 'New' },
  firstRun: {
    zh: '这是第一次运行，还没有可比较的记录。',
    en: 'This is the first run, so there is nothing to compare it with.',
  },
  noHistory: {
    zh: '用 --history 目录 保留历次运行，在这里比较。',
    en: 'Pass --history with a folder to keep runs and compare them here.',
  },
  request: { zh: '请求', en: 'Request' },
  response: { zh: '应答', en: 'Response' },
  noResponse: { zh: '没有应答', en: 'No response' },
  expected: { zh: '期望', en: 'Expected' },
  but: { zh: '实际', en: 'But' },
  contract: { zh: '契约依据', en: 'Contract' },
  repeat: { zh: '重现', en: 'Repeat it' },
  alone: { zh: '单独运行', en: 'Run it alone' },
  sameReason: { zh: '同一原因的其他用例', en: 'For the same reason' },
  signIn: { zh: '重现命令所用的变量', en: 'Variables of the commands' },
  leftBehind: { zh: '未能删除', en: 'Left behind' },
} satisfies Record<string, BothTexts>;

/** Chinese for the sentences with which a case ends that was not tried or has failed. */
const reasonPatterns: [RegExp, string][] = [
  [/^it would change a backend that is in use$/, '会改动使用中的后端；加上 --disposable 才运行'],
  [/^every account has the permission (.+)$/, '所有账号都有权限 $1'],
  [/^there is no account for the role (.+)$/, '没有角色 $1 的账号'],
  [/^the account of the role (\S+) has no permission (.+)$/, '角色 $1 的账号没有权限 $2'],
  [/^records of this entity need no review$/, '这类记录无需审核'],
  [/^it needs (\w+), which is not implemented$/, '需要尚未实现的 $1'],
  [/^it needs a receiver of deliveries: pass --receiver-url$/, '需要接收推送；加上 --receiver-url'],
  [/^it reads an e-mail: .*$/, '需要读取邮件；用 --mail 指定邮件目录'],
  [/^(\w+) has met its limit \(429\), as after an earlier run$/, '$1 已达限额（429），可能是先前的运行所致'],
  [/^it was interrupted, after (\S+) of (\S+) cases?$/, '运行到第 $1 个用例时中断，共 $2 个'],
  [
    /^the backend no longer answers, since the case (.+), after (\S+) of (\S+) cases?$/s,
    '用例 $1 之后后端不再应答（第 $2 个，共 $3 个）',
  ],
  [/^the operation is not implemented$/, '接口尚未实现'],
  [/^an action on all matches has not ended, .*$/, '批量操作尚未结束；没有 getBulkChange，无从得知何时结束'],
  [/^it had not ended when it was interrupted/, '运行中断时它尚未结束'],
  [/^it did not end within (\d+) minutes/, '$1 分钟内没有结束'],
  [/^the body of the response (\d+) is not JSON: (.*)$/s, '应答 $1 不是 JSON：$2'],
  [/^every request is answered with 404$/, '每个请求都以 404 应答'],
  [/^the status (\d+) is not declared: (.*)$/s, '状态 $1 未在契约中声明：$2'],
  [/^the response (\d+) does not match its schema: (.*)$/s, '应答 $1 不符合 schema：$2'],
  [/^the header (\S+) is missing$/, '缺少应答头 $1'],
  [/^the message '(.*)' is not the text of (\S+) in (\S+)$/s, '消息“$1”不是 $2 在 $3 中的文本'],
  [/^preparation failed, (\w+): (.*)$/s, '准备步骤 $1 失败：$2'],
  [/^expected (.*), got (.*)$/s, '期望 $1，得到 $2'],
  [/^(.+?): expected (.*), got (.*)$/s, '$1：期望 $2，得到 $3'],
  [/^nobody can register: registration is closed or limited$/, '无法注册新用户：注册已关闭或达到限额'],
  [/^no response: (.*)$/s, '没有应答：$1'],
  [/^cleanup failed: (.*)$/s, '清理失败：$1'],
];

export function reasonTexts(reason: string): BothTexts {
  const [pattern, chinese] = reasonPatterns.find(([candidate]) => candidate.test(reason)) ?? [];
  return { en: reason, zh: pattern && chinese ? reason.replace(pattern, chinese) : reason };
}

export const countTexts = {
  since: (failing: number, mended: number): BothTexts => ({
    zh: `与上一次相比：新增 ${failing} 个不符合，修好 ${mended} 个。`,
    en: `Since the run before: ${failing} newly failing, ${mended} mended.`,
  }),
  interrupted: (reason: string): BothTexts => ({
    zh: `本次运行不完整：${reasonTexts(reason).zh}`,
    en: `The run is incomplete: ${reason}.`,
  }),
  otherRun: (records: string): BothTexts => ({
    zh: `同一后端上还有另一次运行（或刚被中止），结果可能互相干扰：${records}`,
    en: otherRunText(records),
  }),
  incomplete: (what: string): BothTexts => ({
    zh: `--complete 要求全部实现：${what}`,
    en: `It fails because of --complete: ${what}.`,
  }),
  selection: (selection: string): BothTexts => ({ zh: `只测 ${selection}`, en: `Only ${selection}` }),
  cell: (group: BothTexts, passed: number, failed: number, notTried: number, missing: number): BothTexts => ({
    zh: `${group.zh}：通过 ${passed}，失败 ${failed}，未测试 ${notTried}，未实现 ${missing}`,
    en: `${group.en}: ${passed} passed, ${failed} failed, ${notTried} not tried, ${missing} not implemented`,
  }),
  untried: (count: number): BothTexts => ({
    zh: `${count} 个用例未测试：`,
    en: `${count} ${count === 1 ? 'case' : 'cases'} not tried: `,
  }),
};
