type Language = 'zh-CN' | 'en';

/** The product's terms: a text with the Chinese term has the English one, in any grammatical form. */
export const glossary: Readonly<Record<string, RegExp>> = {
  类别: /\bkinds?\b/i,
  订阅方: /\bsubscribers?\b/i,
  投递: /\bdeliver/i,
  积压: /\bbacklog/i,
  重放: /\breplay/i,
  驳回: /\breject/i,
  撤销: /\b(undo|revert)/i,
  导出: /\bexport/i,
  恢复码: /\brecovery.codes?\b/i,
  两步验证: /\btwo-step verification\b/i,
  会话: /\bsessions?\b/i,
  令牌: /\btokens?\b/i,
  供应商协议: /\bagreements?\b/i,
  汇率牌价: /\brates?\b/i,
  火车站: /\btrain stations?\b/i,
  航空公司: /\bairlines?\b/i,
  机场: /\bairports?\b/i,
  时区: /\b(time )?zones?\b/i,
  姓名: /\bname\b/i,
  显示名称: /\bdisplay name\b/i,
  快捷键: /\bshortcuts?\b/i,
  版本: /\bversions?\b/i,
};

/** Spellings and words that the texts avoid, with what they use instead. */
export const avoidedWords: Readonly<Record<Language, readonly { avoided: RegExp; use: string }[]>> = {
  'zh-CN': [
    { avoided: /登陆/, use: '登录' },
    { avoided: /帐号|帐户|账户/, use: '账号' },
    { avoided: /电子邮件|电邮/, use: '邮件' },
    { avoided: /您/, use: '你' },
    { avoided: /其它/, use: '其他' },
    { avoided: /登出/, use: '退出登录' },
    { avoided: /没能/, use: '无法' },
    { avoided: /显示名(?!称)|名字/, use: '姓名（人）、显示名称（角色）' },
    { avoided: /[「」]/, use: '“”' },
  ],
  en: [
    { avoided: /\blog(ged|ging)? ?(in|out)\b/i, use: 'sign in, sign out' },
    { avoided: /\bemails?\b/i, use: 'e-mail' },
    { avoided: /\busernames?\b/i, use: 'user name' },
    { avoided: /\bcanceled\b/i, use: 'cancelled' },
    { avoided: /'/, use: '’' },
    { avoided: /\.\.\./, use: '…' },
    { avoided: /\bplease\b/i, use: 'a plain imperative' },
    { avoided: /\w\(s\)/, use: 'a wording for one and many, or a number after a colon' },
  ],
};

/** The keys of English texts that need no singular form, with the reason why their number is never one. */
export const alwaysPlural: Readonly<Record<string, string>> = {
  'password.rule.length': 'the length of a password, 10 or more',
  'password.tooLong': 'the limit of 128 characters',
  'home.days': 'a period of 7 or 30 days',
  'rate.trend': 'a trend of two or more quotes',
  'subscriber.allKinds': 'all nine kinds',
  'bulk.selectAll': 'more matches than the page shows',
  'bulk.allSelected': 'more matches than the page shows',
  'imports.work.rows': 'the rows done and the total',
  'imports.values.more': 'more values than the list shows',
};

interface DistinctMeanings {
  /** why one text needs several wordings in the other language */
  reason: string;
  texts: Readonly<Record<string, readonly string[]>>;
}

/** Texts that have several translations in the other language, by their own language. */
export const distinctMeanings: Readonly<Record<Language, readonly DistinctMeanings[]>> = {
  'zh-CN': [
    {
      reason: 'English tells the command from the state that it leads to',
      texts: {
        新增: ['Add', 'Added', 'New'],
        启用: ['Activate', 'Active'],
        停用: ['Deactivate', 'Inactive'],
        保留: ['Keep', 'Kept'],
        暂停: ['Pause', 'Paused'],
        移除: ['Remove', 'Removed'],
      },
    },
    {
      reason: 'Chinese uses one word for the proposal that its author takes back and for the import that is reverted',
      texts: { 已撤回: ['Reverted', 'Withdrawn'] },
    },
    {
      reason: 'English tells the role from what it lets people do',
      texts: { 编辑: ['Edit', 'Editor'], 审核: ['Review', 'Reviewer'], 只读: ['Read-only', 'Viewer'] },
    },
    { reason: 'English tells the answer from the comparison', texts: { 是: ['Yes', 'is'] } },
    {
      reason: 'within a sentence, English needs a noun in place of the label',
      texts: { 生效日期: ['Start date', 'Valid from'] },
    },
    { reason: 'English tells what is to come from what has begun', texts: { '{{}}起': ['from {{}}', 'since {{}}'] } },
  ],
  en: [
    {
      reason: 'Chinese says what happens then where no change is named behind it',
      texts: { 'from {{}}': ['{{}}起', '{{}}起生效'], 'Once approved': ['审核通过即生效', '审核通过后'] },
    },
    { reason: 'English has one word for the act and for the state', texts: { Open: ['打开', '编辑中'] } },
    { reason: 'an import is withdrawn in Chinese', texts: { Reverted: ['已撤回', '已撤销'] } },
    { reason: 'Chinese has a word for the names of people', texts: { Name: ['名称', '姓名'] } },
    {
      reason: 'Chinese tells durations from times of day and from days of the week',
      texts: { hours: ['小时', '时'], minutes: ['分钟', '分'], days: ['天', '适用日'] },
    },
    {
      reason: 'Chinese tells the time of an event from its outcome',
      texts: { Created: ['创建时间', '已新增', '已新建'], Updated: ['更新时间', '已更改'] },
    },
    { reason: 'the error for a duplicate code is specified with 国家', texts: { Country: ['国家', '国家/地区'] } },
    { reason: 'Chinese names what failed', texts: { Failed: ['失败', '核验失败'] } },
    { reason: 'Chinese tells messages from addresses', texts: { 'E-mail': ['邮件', '邮箱'] } },
    { reason: 'Chinese tells the permission from the button', texts: { Edit: ['编辑', '修改'] } },
    { reason: 'Chinese tells the last step of an import from the whole', texts: { Import: ['写入', '导入'] } },
    { reason: 'Chinese tells a unit from a number', texts: { attempts: ['次', '次数'] } },
    {
      reason: 'Chinese counts records with another word than roles, values and what waits for review',
      texts: {
        '{{}} selected': ['已选{{}}条', '已选{{}}项'],
        'all {{}}': ['全部{{}}条', '全部{{}}项'],
        'and {{}} more': ['另有{{}}条', '等{{}}项'],
      },
    },
    {
      reason: 'Chinese tells a number of records from the name of one',
      texts: { 'activate {{}}': ['启用{{}}', '启用{{}}条'], 'reject {{}}': ['驳回{{}}', '驳回{{}}条'] },
    },
    {
      reason: 'Chinese tells the permission from the time of the next attempt',
      texts: { 'retry {{}}': ['重试{{}}', '{{}}重试'] },
    },
    {
      reason: 'in Chinese, the time follows with a preposition',
      texts: { 'submitted by {{}}': ['{{}}提交', '{{}}提交于'] },
    },
    {
      reason: 'Chinese says of a role that it holds some of the permissions',
      texts: { '{{}} of {{}}': ['{{}}/{{}}', '持有{{}}/{{}}项'] },
    },
  ],
};
