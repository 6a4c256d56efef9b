import type { Language, Texts } from './contract.ts';

const TEXTS = {
  title: { 'zh-CN': 'Gazetteer 接口文档', en: 'Gazetteer API' },
  overview: { 'zh-CN': '概览', en: 'Overview' },
  records: { 'zh-CN': '资料类别', en: 'Kinds of records' },
  others: { 'zh-CN': '其他接口', en: 'Other operations' },
  schemas: { 'zh-CN': '共用的数据结构', en: 'Shared schemas' },
  ownSchemas: { 'zh-CN': '数据结构', en: 'Schemas' },
  search: { 'zh-CN': '搜索接口', en: 'Search operations' },
  noMatches: { 'zh-CN': '没有匹配的接口', en: 'No operation matches' },
  searchFailed: { 'zh-CN': '无法加载，继续输入会重试', en: 'Could not load. Type on to try again' },
  menu: { 'zh-CN': '目录', en: 'Contents' },
  theme: { 'zh-CN': '切换深浅色', en: 'Switch theme' },
  otherLanguage: { 'zh-CN': 'English', en: '中文' },
  skip: { 'zh-CN': '跳到正文', en: 'Skip to content' },
  console: { 'zh-CN': '打开控制台', en: 'Open the console' },
  files: { 'zh-CN': '契约文件', en: 'The contract as a file' },
  permission: { 'zh-CN': '所需权限', en: 'Permission' },
  public: { 'zh-CN': '无需登录', en: 'none, open to everyone' },
  'signed-in': { 'zh-CN': '登录即可', en: 'any signed-in user' },
  'by-event': { 'zh-CN': '取决于所执行的操作', en: 'depends on the event in the body' },
  ownAddress: { 'zh-CN': '订阅方的地址', en: 'the address of the subscriber' },
  parameters: { 'zh-CN': '参数', en: 'Parameters' },
  path: { 'zh-CN': '路径', en: 'path' },
  query: { 'zh-CN': '查询', en: 'query' },
  header: { 'zh-CN': '请求头', en: 'header' },
  body: { 'zh-CN': '请求体', en: 'Request body' },
  responses: { 'zh-CN': '响应', en: 'Responses' },
  example: { 'zh-CN': '示例', en: 'Example' },
  request: { 'zh-CN': '请求', en: 'Request' },
  copy: { 'zh-CN': '复制', en: 'Copy' },
  copied: { 'zh-CN': '已复制', en: 'Copied' },
  notCopied: { 'zh-CN': '无法复制', en: 'Not copied' },
  name: { 'zh-CN': '名称', en: 'Name' },
  field: { 'zh-CN': '字段', en: 'Field' },
  format: { 'zh-CN': '格式', en: 'Format' },
  meaning: { 'zh-CN': '说明', en: 'Meaning' },
  required: { 'zh-CN': '必填', en: 'required' },
  requiredToApprove: { 'zh-CN': '批准时必填', en: 'required for approval' },
  readOnly: { 'zh-CN': '由服务器设置', en: 'set by the server' },
  upperCase: { 'zh-CN': '自动转为大写', en: 'converted to upper case' },
  refersTo: { 'zh-CN': '引用：', en: 'Refers to: ' },
  defaultValue: { 'zh-CN': '默认值：', en: 'Default: ' },
  listOf: { 'zh-CN': '列表：', en: 'list of ' },
  mapOf: { 'zh-CN': '键值表：', en: 'map of ' },
  or: { 'zh-CN': ' 或 ', en: ' or ' },
  characters: { 'zh-CN': ' 个字符', en: ' characters' },
  items: { 'zh-CN': ' 项', en: ' items' },
  more: { 'zh-CN': '等共 {n} 个值', en: '… {n} values in all' },
  kind: { 'zh-CN': '类别', en: 'Kind' },
  reviewedBy: { 'zh-CN': '审核', en: 'Reviewed by' },
  secondPerson: { 'zh-CN': '另一人', en: 'a second person' },
  nobody: { 'zh-CN': '无需审核', en: 'nobody' },
  transitions: { 'zh-CN': '记录的状态流转', en: 'Statuses of records' },
  event: { 'zh-CN': '操作', en: 'Event' },
  from: { 'zh-CN': '原状态', en: 'From' },
  to: { 'zh-CN': '新状态', en: 'To' },
  errors: { 'zh-CN': '错误', en: 'Errors' },
  errorsAbout: {
    'zh-CN': '出错时响应的 data.key 取以下值之一，message 是对应的文字。',
    en: 'In error responses, data.key is one of these values and message has its text.',
  },
  rules: { 'zh-CN': '字段规则', en: 'Rules of fields' },
  rulesAbout: {
    'zh-CN': '字段错误和提醒中 rule 的取值。',
    en: 'The values of rule in errors and warnings of fields.',
  },
} satisfies Record<string, Texts>;

export type TextKey = keyof typeof TEXTS;
export type Translate = (key: TextKey) => string;

export const textsIn =
  (language: Language): Translate =>
  (key) =>
    TEXTS[key][language];

export const isTextKey = (key: string): key is TextKey => key in TEXTS;

/** What the pages of tags without a label are called; the contract has these names in neither language. */
export const TAG_NAMES: Record<string, Texts> = {
  session: { 'zh-CN': '登录与个人账号', en: 'Session and profile' },
  work: { 'zh-CN': '待办与搜索', en: 'Work and search' },
  view: { 'zh-CN': '列表视图', en: 'Views of lists' },
  change_set: { 'zh-CN': '变更集', en: 'Change sets' },
  user: { 'zh-CN': '用户', en: 'Users' },
  role: { 'zh-CN': '角色', en: 'Roles' },
  permission: { 'zh-CN': '权限', en: 'Permissions' },
  user_log: { 'zh-CN': '操作日志', en: 'User log' },
  system_config: { 'zh-CN': '系统配置', en: 'Configuration' },
  data_log: { 'zh-CN': '数据日志', en: 'Data log' },
  data_subscriber: { 'zh-CN': '订阅方', en: 'Subscribers' },
  sync_status: { 'zh-CN': '同步状态', en: 'Sync status' },
  task: { 'zh-CN': '任务', en: 'Tasks' },
  import: { 'zh-CN': '导入', en: 'Imports' },
  feed: { 'zh-CN': '变更流', en: 'Change feed' },
};
