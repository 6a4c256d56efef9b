/** The descriptions of dry runs and of impacts in Chinese, by the English text of the contract. */
export const DRY_RUN: Record<string, string> = {
  'Rows are tried one after another, as if each were written by a request of its own, in a transaction that is always rolled back: a row finds what the rows before it would have written. A row with `id` needs `{kind}:update`, one without it `{kind}:create`.':
    '各行在一个总会回滚的事务中依次试写，如同逐行单独请求：后面的行能看到前面的行将写入的内容。有 `id` 的行需要 `{kind}:update`，没有的需要 `{kind}:create`。',
  'An outcome per row, in the order sent; `code` is what the write would have answered.':
    '按请求顺序逐行返回结果；`code` 为实际写入时会返回的状态码。',
  'The changes to try.': '要试运行的改动。',
  'Of the record to change; a record is created without it.': '要修改的记录；不填则为新建。',
  'The version last read; required with `id`.': '最后读到的版本；有 `id` 时必填。',
  'Fields that the kind’s own operation takes. Those left out stay as they are, or are empty in a new record.':
    '与该类别自己的接口相同的字段。未出现的保持原值，新建记录时为空。',
  'Whether to answer what the rows would touch.': '是否返回这些改动的影响。',
  'What the write of a row would answer.': '一行写入会得到的结果。',
  'The HTTP status: 201 for a new record, 200 for a change, 202 for one that waits for a second person, or that of the refusal.':
    'HTTP 状态码：201 为新建，200 为修改，202 为须由另一人审核，其余为拒绝时的状态码。',
  'Of a refusal: for people, in the language of the request.': '仅在拒绝时出现：给人看的说明，语言随请求。',
  'Of a refusal: for programs.': '仅在拒绝时出现：供程序使用。',
  'JSON pointers of the fields that change; empty for a new record and a refusal.':
    '有变化的字段，以 JSON Pointer 表示；新建和拒绝时为空。',
  'What looks wrong in the values; empty for a refusal.': '值中看起来有问题之处；拒绝时为空。',
  'In the order sent.': '按请求顺序。',
  'What changes would touch once they are written. Those that wait for a second person count as approved, those that would be refused do not count.':
    '改动写入后的影响。须由另一人审核的按通过计算，会被拒绝的不计。',
  'Left out where the approval of the record or its proposal would be refused now.':
    '若该记录或修改目前不能通过审核，则不出现。',
  'The impact.': '影响。',
  'The records that refer to changed ones, also of kinds that the caller may not read.':
    '引用了被改动记录的记录数，包括调用者无权查看的类别。',
  'The records of which a new version is written because a record to which they refer gets another code; also of kinds that the caller may not read.':
    '因所引用的记录换了代码而随之写入新版本的记录数，包括调用者无权查看的类别。',
  'Warnings about records of kinds that the caller may read.': '调用者有权查看的类别中，记录的提示。',
  'Those that begin.': '新出现的提示。',
  'Those that end.': '消除的提示。',
  'Other change sets that are not in effect yet and change the same fields.': '尚未生效、改动相同字段的其他变更集。',
  'How many, also those that the caller does not see.': '总数，包括调用者看不到的。',
  'The first twenty that the caller sees.': '调用者能看到的前二十个。',
  'How many in all.': '总数。',
  'How many of each kind; a kind without any is left out.': '各类别的数量；没有的类别不列出。',
  'The active subscribers that would receive something, and what. Where a record’s new code changes more than 2,000 records that refer to it, these are written later and are not counted here.':
    '会收到变更的启用的订阅方，以及收到什么。若换代码的记录被超过 2,000 条记录引用，这些引用记录稍后才写入，不计在内。',
  'How many subscribers.': '订阅方数量。',
  'To how many of them records come that they did not have: new ones, or such that pass their filter now.':
    '其中有多少个会收到原先没有的记录：新建的，或现在符合其筛选条件的。',
  'For how many of them records change.': '其中有多少个会收到已有记录的更新。',
  'From how many of them records are taken away: deleted ones, or such that no longer pass their filter.':
    '其中有多少个会失去记录：已删除的，或不再符合其筛选条件的。',
  'Each of them, by name; for those who have `data_subscriber:read`.':
    '逐个列出，按名称排序；仅对有 `data_subscriber:read` 权限的人返回。',
  'What a subscriber would receive.': '一个订阅方会收到的内容。',
  'Of the subscriber.': '订阅方的名称。',
  'How many changes bring it a record.': '使其得到记录的变更数。',
  'How many changes update a record that it has.': '更新其已有记录的变更数。',
  'How many changes take a record away from it.': '使其失去记录的变更数。',
  'How many.': '数量。',
  'A warning about a record.': '一条记录的提示。',
  'Null for a new record.': '新建记录时为 null。',
  'Of the record; null for kinds without codes.': '记录的代码；没有代码的类别为 null。',
  'Another change set with changes of the same fields.': '改动相同字段的另一个变更集。',
  'Of the change set.': '变更集的标题。',
  'The first twenty records of which both change the same fields.': '两边都改动了相同字段的前二十条记录。',
  'JSON pointers of these fields, and `/status` where both change the status; empty where one of them deletes the record.':
    '这些字段，以 JSON Pointer 表示；双方都变更状态时包括 `/status`；有一方删除记录时为空。',
  'The approval of the open proposal or, without one, of the pending record is tried in a transaction that is always rolled back, also for the caller’s own work. Takes the permission to read the kind. 404 where nothing waits.':
    '在一个总会回滚的事务中试行通过：有待审核的修改时为该修改，否则为待审核的记录；调用者本人的工作也可以查询。需要该类别的查看权限。没有待审核内容时返回 404。',
  'Its items are tried in a transaction that is always rolled back, those of a set with a date as when it is submitted. 409 after the release and for a set that was withdrawn (invalidTransition), and where an item cannot be released (changeSetUnsound).':
    '在一个总会回滚的事务中试运行其变更项；有生效日期的变更集与提交时一样试运行。已生效或已撤回的变更集（invalidTransition），以及有变更项不能生效时（changeSetUnsound），返回 409。',
  'The text of the HTTP status.': 'HTTP 状态的文字。',
  'What the request asked for.': '请求的结果。',
  'The first hundred.': '前一百条。',
};
