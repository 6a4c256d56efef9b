/** The descriptions of schemas in Chinese, by the English text of the contract; those of fields that have an `x-about` are in both languages there. */
export const SCHEMAS: Record<string, string> = {
  'UTC with milliseconds, as `2026-11-20T06:32:10.000Z`. What is sent may leave these out, or have another offset.':
    'UTC 时间，精确到毫秒，如 `2026-11-20T06:32:10.000Z`。提交时可省略毫秒，也可使用其他时差。',
  'From one number to another, both included: `7..8`, `7..` or `..8`.': '数值范围，含两端：`7..8`、`7..` 或 `..8`。',
  'From one day to another, both included: `2026-01-01..2026-03-31`; one of them may be left out.':
    '日期范围，含两端：`2026-01-01..2026-03-31`；可省略其中一端。',
  'From an instant up to but not including another, in UTC: `2026-01-01T00:00:00Z..2026-02-01T00:00:00Z`; one of them may be left out.':
    'UTC 时间范围，不含结束时刻：`2026-01-01T00:00:00Z..2026-02-01T00:00:00Z`；可省略其中一端。',
  'What was done; `reference`: nobody changed the record, but something that it refers to has another code.':
    '所做的操作；`reference` 表示记录本身没有人改动，而是所引用的记录改了代码。',
  'A list of which views are saved, the records of a kind or the data log; the prefix of the permission to read it.':
    '可以保存视图的列表：某一类别的记录或数据日志；也是其查看权限的前缀。',
  'A kind of record; the prefix of its permissions.': '记录的类别，也是其权限的前缀。',
  'A kind of record that has coordinates.': '有坐标的记录类别。',
  "Who may approve a kind's records.": '谁可以审核该类别的记录。',
  'JSON pointers to fields.': '指向字段的 JSON 指针。',
  'Names by BCP 47 language tag.': '按 BCP 47 语言标签列出的名称。',
  'Names of the records referred to, of kinds that the caller may read: kind → code → names.':
    '所引用记录的名称，限于调用者有权查看的类别：类别 → 代码 → 名称。',
  'How many records per status; a status without any is left out.': '各状态的记录数；没有记录的状态不列出。',
  'What a field breaks: a JSON Schema keyword, or a rule of ours.':
    '字段违反的规则：JSON Schema 关键字或本系统的规则。',
  "Changed or deleted by somebody since; not in a status for the action; the caller's own work; without `fields` that approval asks for; referred to by others; with somebody else's open proposal; or refused when it was tried.":
    '此后被他人修改或删除；状态不适合该操作；是调用者自己的改动；缺少审核所需的 `fields`；被其他记录引用；有他人待审核的修改；或执行时被拒绝。',
  'Of the preferences, what a page shows from the beginning. A preview has none.':
    '偏好设置中页面一开始就要用到的部分。预览会话没有。',
  '`system` follows the device.': '`system` 表示跟随设备。',
  'As long as the configuration asks, not common, and without the user name or e-mail.':
    '长度符合系统配置，不能是常见密码，不能包含用户名或邮箱。',
  'Within the last 24 hours, 7 days, 30 days; longer ago; not yet.': '最近 24 小时、7 天、30 天内；更早；尚未登录过。',
  'Six digits of the authenticator app, or a recovery code; spaces and hyphens do not matter.':
    '身份验证器应用的六位数字或恢复码；空格和连字符不影响。',
  'Each lets its owner in once without the app.': '每个恢复码可在没有验证器应用时登录一次。',
  '`x-group` is the part of the page that a setting stands in, `x-label` its name, `x-about` what it does, `x-unit` what it counts, `x-default` what holds until somebody says otherwise.':
    '`x-group` 是设置在页面上所属的部分，`x-label` 是名称，`x-about` 是作用，`x-unit` 是单位，`x-default` 是未修改时的值。',
  'A place in a sequence that only grows.': '只增不减的序列中的位置。',
  'A record of any kind, as its own operations give it.': '任意类别的记录，与其自身接口返回的相同。',
  'A change that no task made, or all changes of one task.': '一处非任务所做的变更，或一个任务的全部变更。',
  'A record that no longer passes goes out as a tombstone.': '不再符合条件的记录以删除标记发出。',
  'parked: the last try failed; gone: 410; skipped: left out by a person; lost: removed by retention before it was delivered.':
    'parked：最后一次重试失败；gone：返回 410；skipped：人工跳过；lost：推送之前已按保留期清除。',
  'The source of rates may not be fetched from, cannot be reached, does not answer in time, answers another status than 200, too much, or nothing that can be read; a rate of it cannot be entered; the subscriber does not take the kind any more; whoever started it is no longer permitted to; the import says why; the change set says why; its workers died; or it broke.':
    '汇率来源不允许访问、无法连接、未及时应答、返回 200 以外的状态、内容过多或无法读取；其中的汇率无法录入；订阅方不再订阅该类别；发起人不再有权限；原因见导入；原因见变更集；执行它的进程中断；或执行出错。',
  'A pending record, a proposed change, or an import.': '待审核的记录、待审核的修改或导入。',
  'What waits for a decision, as its `kind` tells.': '等待审核的内容，由 `kind` 说明。',
  'All that an import brought in and that nobody has changed or decided on since.':
    '一次导入带来、此后无人改动或审核过的全部内容。',
  'A pending record, or an open proposal.': '待审核的记录，或待审核的修改。',
  'What became of a proposal; absent while it is open.': '修改的审核结果；待审核时没有。',
  'Of a rejected record, to everybody; of a proposal, to its author until they dismiss it.':
    '被驳回的记录对所有人显示；修改在提交人关闭之前对其显示。',
  "The query of the list's address, as the console writes it; without what stands open beside the list.":
    '列表地址的参数，与控制台写法相同；不含列表旁打开的内容。',
  'Ids of the roles with which it is shared.': '共享对象角色的编号。',
  "A country's code.": '国家的代码。',
  "A city's code.": '城市的代码。',
  "An airport's code.": '机场的代码。',
  "An airline's code.": '航空公司的代码。',
  "A European rail station's code.": '欧洲铁路车站的代码。',
  'How long ago a rate was quoted at least.': '报价距今至少多久。',
  "Where today stands in an agreement's life.": '今天处于协议的哪个阶段。',
  'An exact decimal above zero.': '大于零的精确小数。',
  'As the crow flies.': '直线距离。',
  'A pattern of weekdays each; closing at or before opening runs past midnight, 00:00 to 24:00 is all day.':
    '每项为若干个星期几；关门时间不晚于开门时间表示跨过午夜，00:00 至 24:00 为全天。',
  'A change to name, code or coordinates sets a verified station back to unverified.':
    '修改名称、代码或坐标会使已核实的车站变回未核实。',
  'A rate, and the value of the same base, quote, source and unit before it. Compared is the first amount that it has of middle, sell, buy, cashSell and cashBuy, with the same amount of earlier active rates.':
    '汇率，以及基准货币、报价货币、来源和单位都相同的上一个值。取中间价、卖出价、买入价、现钞卖出价、现钞买入价中第一个有值的，与此前启用汇率的同一价格比较。',
  'A record among `items` with an open proposal beside it.': '`items` 中有待审核修改的记录。',
  'CSV is UTF-8 and begins with a byte order mark. A text in it that a spreadsheet would take for a formula, because it begins with `=`, `+`, `-`, `@`, their full-width forms, a tab or a line end, has an apostrophe before it, which an import takes off again.':
    'CSV 为 UTF-8 编码，以字节顺序标记（BOM）开头。以 `=`、`+`、`-`、`@`、它们的全角形式、制表符或换行开头的文字会被表格软件当作公式，因此前面加一个单引号，导入时会去掉。',
  'Failed: it could not be staged.': 'failed：未能完成检查。',
  'What the row would do, or why it would not. Excluded: somebody has left it out.':
    '该行会做什么，或为何不做。excluded：被人工排除。',
  'What became of it: from `removed` on, by the import being reverted. `proposed`: a change that is to be approved, by itself or with a change set. `unchanged`: the record held all of it already when it was applied.':
    '该行的结果：从 `removed` 起为撤销导入的结果。`proposed`：须单独或随变更集批准的改动。`unchanged`：应用时记录已包含全部内容。',
  'Why a file cannot be read, or what stopped the work.': '文件为何无法读取，或工作为何中止。',
  '`preset`: as the preset itself reads it.': '`preset`：按公开格式自身的方式读取。',
  'How many records lack which field that approval asks for; one may lack several.':
    '缺少各个审核所需字段的记录数；一条记录可能缺少多个。',
  'How many a decision leaves as they are, by cause.': '审核会留下多少不处理，按原因分列。',
  'What a column can fill.': '一列可以填入的内容。',
  "Of the report's columns.": '报告各列中的一列。',
  'Null sets it back to what stands in the file.': 'null 表示恢复为文件中的值。',
};
