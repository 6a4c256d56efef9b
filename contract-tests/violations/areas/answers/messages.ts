import { inError } from '../../kit/edits.ts';
import { every, ops, verbs } from '../../kit/operations.ts';
import type { EditResponse } from '../../kit/violation.ts';
import { violationsOf } from '../../kit/violation.ts';

const TEXTS = 'x-text: the message of each key, in both languages.';
const LANGUAGE = 'Texts follow `Accept-Language` (zh-CN by default).';

/** Puts another message into errors with a key. */
const message =
  (key: string, edit: (message: string) => string): EditResponse =>
  (answer) => {
    if (answer.key === key) answer.json.message = edit(answer.json.message);
  };

const fieldMessages = (edit: (message: string, rule: string) => string): EditResponse =>
  inError((data) => {
    for (const field of data.fields ?? []) field.message = edit(field.message, field.rule);
  });

export const messageViolations = violationsOf('messages', [
  {
    id: 'messages-always-chinese',
    at: '#/info/description',
    breaks: LANGUAGE,
    on: every,
    request: ({ headers }) => Object.assign(headers, { 'accept-language': 'zh-CN' }),
  },
  {
    id: 'messages-english-by-default',
    at: '#/info/description',
    breaks: `${LANGUAGE} (without the header, or with a language that there is not)`,
    on: every,
    request: ({ headers }) => {
      if (!/zh|en/i.test(headers['accept-language'] ?? '')) headers['accept-language'] = 'en';
    },
  },
  {
    id: 'language-goes-by-first-not-by-q',
    at: '#/info/description',
    breaks: `${LANGUAGE} (which weighs languages by q)`,
    on: every,
    request: ({ headers }) => {
      headers['accept-language'] = (headers['accept-language'] ?? '*').replace(/[,;].*$/, '');
    },
  },
  {
    id: 'regional-english-is-unknown',
    at: '#/info/description',
    breaks: `${LANGUAGE} (of which en-GB asks for English)`,
    on: every,
    request: ({ headers }) => {
      if (/^en-\w\w/.test(headers['accept-language'] ?? '')) headers['accept-language'] = 'zh-CN';
    },
  },
  {
    id: 'message-is-the-key',
    at: '#/components/schemas/ErrorKey/x-text',
    breaks: TEXTS,
    on: every,
    response: (answer) => {
      if (answer.key !== undefined && !answer.succeeded) answer.json.message = answer.key;
    },
  },
  {
    id: 'forbidden-message-differs',
    at: '#/components/schemas/ErrorKey/x-text/forbidden',
    breaks: 'forbidden: { zh-CN: 没有权限, en: Access denied }',
    on: every,
    response: message('forbidden', () => 'Forbidden'),
  },
  {
    id: 'unauthorized-message-differs',
    at: '#/components/schemas/ErrorKey/x-text/unauthorized',
    breaks: 'unauthorized: { zh-CN: 登录已过期，请重新登录, en: Session expired. Sign in again }',
    on: every,
    response: message('unauthorized', () => 'Unauthorized'),
  },
  {
    id: 'count-stays-a-placeholder',
    at: '#/components/schemas/ErrorKey/x-text/validationError',
    breaks: 'validationError: 有 {count} 处不符合要求, of which {count} is how many there are.',
    on: every,
    response: message('validationError', (text) => text.replace(/\d+/, '{count}')),
  },
  {
    id: 'count-of-errors-is-one-more',
    at: '#/components/schemas/ErrorKey/x-text/validationError',
    breaks: 'validationError: 有 {count} 处不符合要求 (as many as `fields`)',
    on: every,
    response: message('validationError', (text) => text.replace(/\d+/, (count) => String(Number(count) + 1))),
  },
  {
    id: 'kind-in-duplicate-code-is-generic',
    at: '#/components/schemas/ErrorKey/x-text/duplicateCode',
    breaks: 'duplicateCode: {entity}代码已存在 (entity is the label of the kind)',
    on: verbs('create', 'update'),
    response: message('duplicateCode', (text) =>
      /[a-z]/i.test(text) ? 'Record code already exists' : '记录代码已存在',
    ),
  },
  {
    id: 'count-in-in-use-is-zero',
    at: '#/components/schemas/ErrorKey/x-text/inUse',
    breaks: 'inUse: 有 {count} 条记录引用了它，不能删除',
    on: verbs('remove'),
    response: message('inUse', (text) => text.replace(/\d+/, '0')),
  },
  {
    id: 'name-in-open-proposal-is-missing',
    at: '#/components/schemas/ErrorKey/x-text/proposalOpen',
    breaks: 'proposalOpen: {by} 的修改正在审核 (by whom)',
    on: verbs('update', 'remove', 'restore'),
    response: message('proposalOpen', (text) => text.replace(/^.*?(?= 的修改)|(?<=^A change by )\S+/, '{by}')),
  },
  {
    id: 'field-message-is-the-rule',
    at: '#/components/schemas/Rule/x-text',
    breaks: `${TEXTS} (of rules)`,
    on: every,
    response: fieldMessages((_text, rule) => rule),
  },
  {
    id: 'hint-of-pattern-stays-a-placeholder',
    at: '#/components/schemas/Rule/x-text/pattern',
    breaks: 'pattern: 须为{hint} (hint is x-hint of the value)',
    on: every,
    response: fieldMessages((text, rule) =>
      rule === 'pattern' ? text.replace(/(?<=^须为|^Must be ).*/, '{hint}') : text,
    ),
  },
  {
    id: 'limit-of-length-stays-a-placeholder',
    at: '#/components/schemas/Rule/x-text/maxLength',
    breaks: 'maxLength: 最多 {limit} 个字符',
    on: every,
    response: fieldMessages((text, rule) => (/^m(ax|in)/.test(rule) ? text.replace(/\d+/, '{limit}') : text)),
  },
  {
    id: 'other-field-stays-a-placeholder',
    at: '#/components/schemas/RateWrite/x-rules',
    breaks: 'together: 须与{other}一并填写 (other says in words which those are)',
    on: verbs('create', 'update'),
    response: fieldMessages((text, rule) =>
      /^(together|different|notBelow|notBefore)$/.test(rule) ? text.replace(/^.*$/, '{other}') : text,
    ),
  },
  {
    id: 'field-messages-always-english',
    at: '#/info/description',
    breaks: `${LANGUAGE} (the messages of fields too)`,
    on: every,
    response: fieldMessages((text, rule) => (rule === 'required' ? 'Required' : text)),
  },
  {
    id: 'wrong-password-message-differs',
    at: '#/components/schemas/ErrorKey/x-text/invalidCredentials',
    breaks: 'invalidCredentials: 账号或密码不正确',
    on: ops('login'),
    response: message('invalidCredentials', () => '用户不存在'),
  },
]);
