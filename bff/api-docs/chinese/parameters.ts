/** The descriptions of parameters in Chinese, by the English text of the contract. */
export const PARAMETERS: Record<string, string> = {
  'What waits.': '等待处理的内容。',
  'The user name of its author, exact.': '作者的用户名，精确匹配。',
  'What has waited since before this time.': '在此时间之前就已等待的。',
  'What has waited since this time or a later one.': '从此时间起或更晚开始等待的。',
  'A field as a pointer: only pending records that lack it and therefore cannot be approved. `none`: only pending records and proposals that lack nothing. Neither lists imports.':
    '以指针表示的字段：只列缺少该字段因而不能批准的待审核记录。`none`：只列什么都不缺的待审核记录和修改。两者都不列导入。',
  '`time`: oldest first. `entity`: kind by kind, in the order of `Entity`, and the oldest of each kind first.':
    '`time`：最早的在前。`entity`：按 `Entity` 的顺序逐类排列，每一类中最早的在前。',
  "The version of the caller's own open proposal that the caller last read, 0 where there was none. If it is another now, 412 `proposalChanged` with the proposal as `current`, or with the record where none is left. Without it, the proposal is replaced, whichever it is.":
    '调用者最近读到的、自己待审核修改的版本；没有时填 0。如果现在是另一个版本，返回 412 `proposalChanged`，`current` 为该修改；已没有待审核的修改时，`current` 为记录。不给出时，无论哪个版本都会被替换。',
  'Of the record.': '记录的编号。',
  'How many days back changes are counted; 1 is today, by UTC. Not asked where `since` is given.':
    '统计最近多少天的变更；1 为今天（UTC）。给出 `since` 时不使用。',
  'From when on changes are counted, such as the midnight where the viewer is; 31 days back at most.':
    '从何时起统计变更，例如查看者当地的零点；最多回溯 31 天。',
  'The day where the viewer is; by UTC where it is not given.': '查看者当地的日期；不给出时按 UTC。',
  'That of names and causes; by `Accept-Language` without it.': '名称和原因的语言；不给出时按 `Accept-Language`。',
  'Up to three columns, with `-` before one for the other direction. Records that are equal in all of them follow by their ids, in the direction of the last column. With `q` and no `sort`, the best match comes first.':
    '最多三列，列名前加 `-` 为倒序。各列都相同的记录按编号排列，方向与最后一列相同。有 `q` 而没有 `sort` 时，最匹配的在前。',
  'Filters to negate, so that they find the records with none of their values, also those without any value. One that is not given is refused (`together`).':
    '要取反的筛选条件：查找不含其任何一个值的记录，包括没有值的记录。未同时给出的条件会被拒绝（`together`）。',
  'Fields without a value.': '没有值的字段。',
  'Fields with a value.': '有值的字段。',
  'Exact.': '精确匹配。',
  'Words in any order, each the beginning of a word of a name or alias in any language, or part of a Chinese name.':
    '若干词，顺序不限；每个词为任何语言的名称或别名中某个词的开头，或中文名称的一部分。',
  'The code of the record referred to.': '所引用记录的代码。',
  'Where `today` stands; `ending` is within 30 days.': '今天所处的阶段；`ending` 为 30 天内到期。',
  '`latest` is the newest active of each pair, and the pending ones; `all` is every rate.':
    '`latest` 为每个货币对最新的启用汇率和待审核的汇率；`all` 为全部汇率。',
  'Quoted longer ago than this: 1, 7 or 30 days.': '报价时间早于 1、7 或 30 天前。',
  'Only the values of so many days up to the newest; every value where it is not given.':
    '只含截至最新一天的若干天的值；不给出时为全部。',
  'Part of the user name, the name or the e-mail.': '用户名、姓名或邮箱的一部分。',
  "A role's name, exact.": '角色名称，精确匹配。',
  'A column, with `-` before it for the other direction.': '一列，列名前加 `-` 为倒序。',
  'Part of the name or the display name.': '名称或显示名称的一部分。',
  'Roles that hold it.': '拥有该权限的角色。',
  'Who did it: the user name, exact.': '操作人的用户名，精确匹配。',
  'Whom or what it was done to: the name, exact.': '操作对象的名称，精确匹配。',
  'Not before.': '不早于。',
  'Before.': '早于。',
  'Together with `entity`: the changes of one record.': '与 `entity` 一起使用：某条记录的变更。',
  'The code that the record had, exact.': '记录当时的代码，精确匹配。',
  'Together with `entity`: changes of this field of its records, or of their `status`. Changes that an earlier release logged are not found.':
    '与 `entity` 一起使用：该类别记录的此字段或 `status` 的变更。早期版本记录的变更查不到。',
  'Together with `field`: its value before the change, exact; for a list or an object, one of the texts in it.':
    '与 `field` 一起使用：变更前的值，精确匹配；列表或对象为其中的任一文字。',
  'Together with `field`: its value after the change, likewise.': '与 `field` 一起使用：变更后的值，规则相同。',
  'What this task changed.': '该任务所做的变更。',
  'Not before; for a task, its last change.': '不早于；任务以其最后一处变更为准。',
  'Before; for a task, its first change.': '早于；任务以其第一处变更为准。',
  'How many days; the last is today.': '天数；最后一天为今天。',
  'The zone in which days begin; UTC where it is not given.': '划分日期所用的时区；不给出时为 UTC。',
  'Part of the name or the address.': '名称或地址的一部分。',
  'How far back the samples go.': '采样回溯的范围。',
  '`nextCursor` of the page before, or `cursor` of a snapshot; none = from the oldest change kept.':
    '上一页的 `nextCursor`，或快照的 `cursor`；不给出时从保留的最早变更开始。',
  'That of the headings; by `Accept-Language` without it.': '列名的语言；不给出时按 `Accept-Language`。',
  'Which MiB of the file, from 0.': '文件的第几个 MiB，从 0 开始。',
  'A problem that rows have.': '行所存在的问题。',
  'What identifies the record begins so.': '记录的标识以此开头。',
  'Rows without what approval asks for.': '缺少审核所需字段的行。',
  'Rows whose record waits with the import and lacks this field, as a pointer.':
    '其记录随导入等待审核、且缺少该字段（以指针表示）的行。',
  'Rows of which somebody has corrected cells.': '有单元格被更正过的行。',
  'All rows, or those that are refused or in conflict.': '全部行，或不能导入和有冲突的行。',
  'That of the problems; by `Accept-Language` without it.': '问题说明的语言；不给出时按 `Accept-Language`。',
  'These records, their ids with commas between them, whatever else is asked for; all that match without it.':
    '指定的记录，编号以逗号分隔，此时忽略其他条件；不给出时为所有符合条件的记录。',
  'The form that the heartbeat named.': '心跳中标明的表单。',
  'Kinds, separated by commas; all of them without it.': '类别，以逗号分隔；不给出时为全部。',
  'Words in any order, each the beginning of a code, of a word of a name or alias in any language, of the pinyin from any syllable on or its initials, or part of a Chinese name.':
    '若干词，顺序不限；每个词为代码、任何语言的名称或别名中某个词、从任一音节开始的拼音或拼音首字母的开头，或中文名称的一部分。',
  'Whether a field is empty that an approval requires.': '是否缺少审核所需的字段。',
  'Whether a change of the record awaits review.': '记录是否有修改等待审核。',
  'Whether the caller changed the record last or proposed the change that awaits review.':
    '记录的最后修改人或待审核修改的提交人是否为调用者。',
  'The user name of who changed the record last.': '最后修改人的用户名。',
  'Last changed not before.': '最后修改时间不早于。',
  'Last changed before.': '最后修改时间早于。',
  'What was stored then instead of what is stored now: the changes that the feed had given a position by then. A change set counts from its date on where its release began within five minutes, and with it all that came before it in the feed. A time in UTC, or a day, which stands for its end in UTC, and the present one for now. 422 before the first change that the log still has (`beforeLog`, with its `day` and `time`). In the future what is stored now, with what the change sets will make of it that are scheduled until then, one after the other; without those of which the caller may not read every kind, and those that would be held because a field has changed since, a record to which they refer will not exist, others will still refer to one that they delete, or another one will have a code that they give. No other rules are checked. The id of a record that a set creates is 4294967295 less that of the item until then. 422 `maximum` where these sets have more than 20,000 items. If more than 10,000 records of the kind differ from now in what a query filters or sorts by, they are found by code, name, status and references only, in the order of their codes. What lists do not find at another time is refused (`notAsOf`), such as `openProposal` and `mine`.':
    '返回当时而不是现在的数据，即截至当时已在变更流中获得位置的变更。变更集若在生效时间后五分钟内开始生效，则自其生效时间起计入，变更流中排在它之前的变更也一并计入。可为 UTC 时间，或日期（表示该日 UTC 结束之时；当天表示现在）。早于日志中最早的变更时返回 422（`beforeLog`，附其 `day` 和 `time`）。将来的时间返回现在的数据，并依次计入届时之前计划生效的变更集；调用者无权查看其中任一类别的变更集，以及因字段已被改动、所引用的记录届时不存在、要删除的记录届时仍被引用或所用代码届时已被占用而不能生效的变更集不计入，不检查其他规则。变更集新建的记录在生效之前以 4294967295 减去变更项编号作为编号。这些变更集共超过 20,000 项时返回 422 `maximum`。如果该类别有超过 10,000 条记录在筛选或排序所用的内容上与现在不同，只能按代码、名称、状态和引用筛选，并按代码排序。列表不支持用于其他时间的条件会被拒绝（`notAsOf`），如 `openProposal` 和 `mine`。',
  '`nextCursor` of the page before.': '上一页的 `nextCursor`。',
  'The id of a proposal that was approved, rejected or withdrawn; without it the open one.':
    '已批准、驳回或撤回的修改的编号；不给出时为待审核的修改。',
  'The version last read, quoted, or `*` for whichever there is. Asked for (428 without it), though declared optional. Whoever approves or rejects names the version that they have read: `*` is refused there (422 `versionToDecide`). Of a record an older version counts too where nothing but codes of what it refers to has changed since; codes in the body then mean what they meant in that version.':
    '最后读到的版本，带引号；`*` 表示不论哪个版本。虽声明为可选，但必须提供（否则 428）。批准或驳回时须填写读过的版本，不接受 `*`（422 `versionToDecide`）。如果此后只有所引用记录的代码变过，旧版本也有效，请求体中的代码按该版本时的含义理解。',
  'The version last read, quoted, or `*`. Without it, whichever version there is.':
    '最后读到的版本，带引号，或 `*`。不提供时不论哪个版本。',
};
