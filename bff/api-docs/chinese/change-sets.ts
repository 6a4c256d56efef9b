/** The descriptions of change sets in Chinese, by the English text of the contract. */
export const CHANGE_SETS: Record<string, string> = {
  'Changes of several records that are decided on, released and reverted as one.':
    '多条记录的变更，一并审核、一并生效、一并撤销。',
  'Those whose records are all of kinds that the caller may read. A set without items is listed for those who contributed to it, and administrators.':
    '只列出调用者有权查看其中全部类别的变更集。还没有变更项的，只对参与者和管理员列出。',
  'Words in any order, each part of the title or the note, or the number of a set such as `#12`.':
    '若干词，顺序不限；每个词为标题或说明的一部分，或变更集编号，如 `#12`。',
  'Whether the caller contributed to it.': '调用者是否参与过。',
  'Whether the caller contributed to it or was the last to decide on it.':
    '调用者是否参与过，或是最后作出审核决定的人。',
  'Whether it is submitted, of kinds all of which the caller may review, and, unless none of the kinds needs a second person, without a contribution of the caller and without `earlierWork`.':
    '是否为已提交、其中每个类别调用者都有权审核的变更集；除非所有类别都不要求双人复核，否则还须调用者未参与，且不带 `earlierWork`。',
  'Takes effect on a date not before.': '生效时间不早于；没有生效日期的不返回。',
  'Takes effect on a date before, which is not before `effectiveFrom`.':
    '生效时间早于，不得早于 `effectiveFrom`；没有生效日期的不返回。',
  'A column, with `-` before it for the other direction. By `submitTime`, sets that were never submitted come first; by `effectiveTime`, those without a date come last.':
    '排序列，前加 `-` 为反向。按 `submitTime` 时，从未提交的变更集排在最前；按 `effectiveTime` 时，没有生效日期的排在最后。',
  'How many sets per status, under all conditions but that on the status; a status without any is left out.':
    '在除状态以外的所有条件下，各状态的变更集数量；没有的状态不返回。',
  'Change sets that wait for somebody.': '等待处理的变更集。',
  'How many the caller may decide on.': '调用者可以审核的数量。',
  'How many could not be released at their date and are of the caller as `involved`: contributed to or approved.':
    '到生效时间未能生效、且按 `involved` 与调用者有关（参与过或审批过）的数量。',
  'Of those in `getCalendar` from today to the sixth day after it, how many are open, submitted or scheduled, and their time is still to come.':
    '从当天起 7 天内 `getCalendar` 所列的变更集中，编辑中、审核中和已排期且未到时间的数量。',
  'How many of the caller as `mine` are rejected.': '按 `mine` 属于调用者、已驳回的数量。',
  'How many of the caller as `mine` are submitted.': '按 `mine` 属于调用者、审核中的数量。',
  'By date, then by approval; without those that were rejected, reverted or withdrawn. Who may not read every kind in a set does not get it.':
    '按生效日期、再按审核先后排列；不含已驳回、已撤销和已撤回的。无权查看其中某一类别的人看不到该变更集。',
  'The first local day, as in `effectiveOn`; today without it.': '第一个当地日期，同 `effectiveOn`；不填为当天。',
  'The last local day, which is not before the first one; the first one without it.':
    '最后一个当地日期，不早于第一个；不填与第一个相同。',
  'What is due.': '这段时间内生效的变更集。',
  'The time zone of the installation.': '系统的时区。',
  'The day that it is there.': '该时区的当天。',
  'The sets that are due in the period, at most 500.': '这段时间内生效的变更集，最多 500 个。',
  'There are more than 500.': '超过 500 个。',
  'With `item`, the set has that one change, which takes effect on a date: adding it needs the same permissions as to any set, with pointers below `/item`. The set is submitted at once, and also approved and scheduled where its kind needs no second person and the caller may review it. Where any of this fails, nothing is created.':
    '有 `item` 时，变更集只含这一项变更，在指定日期生效：所需权限与向变更集加入变更项相同，错误指向 `/item` 之下。变更集随即提交；如果该类别不要求双人复核且调用者有权审核，则同时通过并排期。任何一步失败时，什么都不会新建。',
  'Created, open and without items, or with its one item submitted or scheduled.':
    '已新建：处于编辑中、尚无变更项；或只含一个变更项，已提交或已排期。',
  'The event is not for the status of the record (invalidTransition), nobody else could approve it (nobodyToApprove), or it cannot be released (changeSetUnsound; `fields` tells why, as `/item/values/…`).':
    '记录的当前状态不能执行此操作（invalidTransition）、没有其他人有权审核（nobodyToApprove），或变更不能生效（changeSetUnsound，原因见 `fields`，形如 `/item/values/…`）。',
  'When it takes effect, which must be ahead; without it, once it is approved. Required with `item`.':
    '生效时间，须在将来；不填则通过后即生效。有 `item` 时必填。',
  'The one change that the set has; without it, changes are added later.':
    '变更集唯一的变更；没有时，之后再加入变更项。',
  'What change sets with a date will do to it, the earliest first.': '有生效日期的变更集将对它做的变更，最早的在前。',
  'What change sets with a date will do to the `items`, the earliest first.':
    '有生效日期的变更集将对 `items` 中的记录做的变更，最早的在前。',
  'What a submitted or scheduled change set will do to a record on its date. Those with a record of a kind that the caller may not read are left out.':
    '已提交或已排期的变更集生效时将对一条记录做的变更。含有调用者无权查看的类别的变更集不在其中。',
  'The record that it changes.': '将被变更的记录。',
  'The set that has the change.': '该变更所在的变更集。',
  'Whether it still waits for its approval, or is approved.': '仍待审核，还是已通过。',
  'The local day and time at which it takes effect, such as 2026-04-06T00:00.':
    '生效的当地日期和时间，例如 2026-04-06T00:00。',
  'The same moment; once it has passed, a submitted set is released by its approval.':
    '同一时刻；过了这一时刻，已提交的变更集一经通过即生效。',
  'What happens to the record; `transition` goes by `event`.': '对记录的操作；`transition` 由 `event` 决定。',
  'The fields that change, with the values that they get; null for a deletion or a transition.':
    '将变更的字段及其新值；删除和变更状态时为 null。',
  'Who may not read every kind in it gets 404, here and in all operations below.':
    '无权查看其中某一类别的人得到 404，以下各接口同样如此。',
  "`x-transitions` of `ChangeSetEvent` has the statuses. Submitting, reopening and withdrawing is for those who contributed to the set, and administrators. Submitting tries all items, in a transaction that is rolled back, and is refused where one cannot be released (changeSetUnsound; the items then say why), without items (changeSetEmpty), where nobody else could approve (nobodyToApprove), or where its date has passed (422). A set with a date is tried on what the sets leave that are scheduled before it and touch its records or codes.\n\nApproving and rejecting needs `review` of every kind in the set. Where one of the kinds needs a second person, it is refused (secondPerson) to whoever contributed to the set, to one of its records since its last approval, to an open proposal for a field that the set changes, or to values that the set brings back and that nobody has approved. An approval releases all items in one transaction, or none of them. Before the date of the set, it tries the items again and schedules the set. A release replaces the open proposals that change one of its fields otherwise, unless they were made after its approval, and all that would change a record which it deletes: they are rejected, and their authors get a notice and an e-mail. One that asks for what the set has written ends without either. Other proposals stay open.\n\nAt its date, the service releases a scheduled set in the name of who approved it, whose account may have gone meanwhile. Sets of the same date are released in the order of their approvals. A set is held, and nothing of it is written, where an item cannot be released (changeSetUnsound), where one of its kinds now needs a second person and its approver contributed to it (secondPerson), or where its approver may not review one of its kinds any more (approvalLost). Its author and its approver get an e-mail. Retrying it, which is for those who contributed, administrators and whoever may review every kind in it, schedules it unchanged, unless its approval does not hold any more (secondPerson, approvalLost); what changes an item or the date opens the set, and it needs a new approval.\n\nReverting needs, for each item, the permission that adding it needed. It applies at once, as it leads back to what was reviewed before. A field or a status that somebody has changed since stays as it is, and so does a record that the set created; the items say so (changedSinceRelease). So does a record whose former code another one has by now (duplicateCode), one with an open proposal for a field that goes back or for a record that the set created (proposalOpen) and, where its kind needs a second person, one that has been approved while what it had before the release never was (neverReviewed). Other proposals stay open.\n\nWith `overwrite`, reverting changes nothing yet: it submits a set with `revertsId`, which the answer has as `revertId`. A field that makes sense only together with a chosen one, such as the longitude with the latitude, is overwritten with it. Records that have to stay as they are get no item in that set, and stay when it is approved (notInRevert); with a field to overwrite they refuse it (changeSetUnsound). That set is approved, rejected or withdrawn like others, but not edited, reopened or reverted itself. Its approval reverts, with those fields overwritten, replaces open proposals like a release, and is refused where one of those fields has changed again (changeSetUnsound). Fields that nobody has changed since are refused (notChangedSince). While that set is submitted, no other revert is possible (revertInReview).\n\nA set of more than 100 items is submitted, approved and reverted by a task: 202, with the task in the set's `task` until it ends. Then the set is in its new status, or its `refusal` says why not. The set must not change meanwhile. 409 while another one works on it (taskRunning).":
    '各状态见 `ChangeSetEvent` 的 `x-transitions`。提交、重新打开和撤回限参与者和管理员。提交时在一个总会回滚的事务中试运行全部变更项；有变更项不能生效（changeSetUnsound，原因见各变更项）、没有变更项（changeSetEmpty）、没有其他人有权审核（nobodyToApprove）或生效时间已过（422）时拒绝。有生效日期的变更集，在排期更早、涉及相同记录或代码的变更集生效之后的数据上试运行。\n\n通过和驳回需要其中每个类别的 `review` 权限。只要有一个类别要求双人复核，参与过该变更集、在上次审核后改过其中记录、对其中同一字段提交过待审核修改、或参与写过其中要恢复的从未通过审核的值的人都不能审核（secondPerson）。通过后全部变更项在一个事务中生效，或全都不生效。生效日期未到时，再试运行一次并排期。变更集生效时，在其审核通过之前提交、对同一字段有不同改动的待审核修改由它取代，它所删除的记录的待审核修改也一律取代：按驳回处理，并以通知和邮件告知提交人。内容已随变更集生效的待审核修改直接结束，不另行通知。其他待审核修改不受影响。\n\n到生效时间时，由系统以审核人的名义使已排期的变更集生效，即使其账号已不存在。日期相同的按审核先后生效。有变更项不能生效（changeSetUnsound）、其中某个类别改为须双人复核而审核人是参与者（secondPerson）、或审核人已无权审核其中某个类别（approvalLost）时，整个变更集不能生效（`held`），不写入任何内容，并邮件通知作者和审核人。参与者、管理员和有权审核其中全部类别的人可以原样重试，但审核已不再有效时拒绝（secondPerson、approvalLost）；改动变更项或日期会使变更集回到编辑中，须重新审核。\n\n撤销需要加入每个变更项时所需的权限。因为回到此前审核过的状态，撤销立即生效。此后被他人改过的字段和状态，以及变更集新建后被他人改过的记录保持不变，并在变更项中注明（changedSinceRelease）。原代码已被其他记录占用的记录整条保持不变（duplicateCode）；有待审核修改涉及要还原的字段，或变更集新建的记录有待审核修改时，该记录整条保持不变（proposalOpen），其他待审核修改不受影响；要求双人复核的类别中，生效前的内容从未通过审核、而记录现已通过审核的，也整条保持不变（neverReviewed）。\n\n带 `overwrite` 的撤销先不改动任何内容：它提交一个带 `revertsId` 的变更集，响应中为 `revertId`。与所选字段必须成对的字段（如经度与纬度）一并覆盖。不能还原的记录不列入该变更集，通过后也保持不变（notInRevert）；这样的记录有要覆盖的字段时，拒绝提交（changeSetUnsound）。该变更集与其他变更集一样通过、驳回或撤回，但不能编辑、重新打开或再次撤销。通过即撤销，覆盖所选字段，并像生效时一样取代待审核修改；所选字段又被改过时拒绝（changeSetUnsound）。生效后没有被改过的字段不能选（notChangedSince）。该变更集审核期间不能再次撤销（revertInReview）。\n\n超过 100 项的变更集由任务提交、通过或撤销：返回 202，任务结束前见变更集的 `task`。结束后变更集进入新状态，否则原因见 `refusal`。其间变更集不能有改动；已有任务在处理时返回 409（taskRunning）。',
  "Needs `<entity>:read`, and the permission of the direct act: `create`, `update` (also for a transition), `delete`, and `create` beside `update` to restore a deleted record. Whoever adds an item has contributed to the set. Everybody who has contributed must be able to read the kind (hiddenFromContributor), as the set would be hidden from them otherwise.\n\n`create` takes `values` and `become`, `update` takes `values` and perhaps `event`, which then happens along with the change, `transition` takes `event`, with `reason` where it rejects the record, `restore` takes `restoredVersion`, the record's version whose fields come back; what they refer to must exist, or be brought back by an item that was added before. All but `create` take `recordId` and `recordVersion`, the version last read (412 where it is another one); of a deleted record, that of its deletion (422 where it is another one). `values` are what the kind's own operation takes; a code means what it means at the end of the set, so it may be that of a record that another item creates. In a set with a date that is after the release of the sets that are scheduled before it and that the caller sees; what such a set does not bring after all is an unknown reference. A code of a record that `update` leaves as it is stays with the record that has it now, unless the set deletes that one, or `finalCodes` is true.\n\n`delete`, and the events `approve` and `reject`, cover the record as a whole: where anything of it has changed since, the item cannot be released (changedSince). Of other items, only a field that both have changed is a conflict.\n\nA set has one item per record (itemExists), which can become another one, and at most 2,000 items (tooManyItems).":
    '需要 `<entity>:read`，以及直接操作所需的权限：`create`、`update`（变更状态也用它）、`delete`；恢复已删除的记录除 `update` 外还需要 `create`。加入变更项的人即为参与者。所有参与者都须有权查看该类别（hiddenFromContributor），否则他们会看不到这个变更集。\n\n`create` 使用 `values` 和 `become`，`update` 使用 `values`，也可带 `event`，随修改一并执行，`transition` 使用 `event`，`restore` 使用 `restoredVersion`，即要恢复其字段的记录版本；这些字段引用的记录须存在，或由先加入的变更项恢复。除 `create` 外都须提供 `recordId` 和最后读到的版本 `recordVersion`（版本不符返回 412）；已删除的记录填删除这一变更的版本（不符返回 422）。`values` 与该类别自己的接口相同；其中的代码按变更集生效后的含义理解，因此可以是另一变更项新建的记录的代码。变更集有生效日期时，以调用者可见、排期在它之前的变更集都已生效后的代码为准；它们最终没有带来的记录，按引用不存在处理。`update` 没有改动的代码仍指向目前使用它的记录，除非变更集删除该记录，或 `finalCodes` 为 true。\n\n`delete` 以及事件 `approve` 和 `reject` 针对整条记录：此后记录有任何改动，该变更项都不能生效（changedSince）。其他变更项只有双方改动同一字段时才冲突。\n\n每条记录在一个变更集中只能有一个变更项（itemExists），该变更项可以改为另一种操作；一个变更集最多 2,000 项（tooManyItems）。',
  "The item, and the set with it. The item's version is the `ETag`.": '变更项及其变更集。变更项的版本即 `ETag`。',
  'Adds what `addChangeSetItem` adds with `delete` or with `transition` and the event, and needs the same. What concerns the set, the kind or the reason refuses the request; what concerns a record only leaves that one out.':
    '加入的变更项与 `addChangeSetItem` 用 `delete` 或用 `transition` 及该事件加入的相同，所需权限也相同。涉及变更集、类别或原因的问题使整个请求被拒绝；只涉及某条记录的，仅不加入该记录。',
  'An outcome per record, in the order sent; `code` is what adding this item alone would have answered. The set with what was added.':
    '按提交顺序逐条给出结果；`code` 为单独加入该变更项时的状态码。并返回加入后的变更集。',
  'The records, each in the version that the caller saw; those that have changed since are left out.':
    '要加入的记录及调用者所见的版本；此后有变更的记录不会加入。',
  'The status of HTTP that adding this item alone would have.': '单独加入该变更项时的 HTTP 状态码。',
  'The item, or what is wrong.': '加入的变更项，或错误信息。',
  'Of the item in the set.': '变更集中的变更项。',
  'Without `action`, `values` are the new ones of an item that creates or updates a record, and `event` happens along with its update from now on. With `recordVersion` the change is based on that version of the record, and with `basedOn` beside it on what those items make of that; without it on what the item was based on. Where nothing changes, the item and the set stay as they are.\n\nWith `action`, the item becomes another one of the same record, with the members that adding it would take; not where it creates the record. Needs what adding either item needs.':
    '没有 `action` 时，`values` 为新建或修改记录的变更项的新值，`event` 此后随其修改一并执行。给出 `recordVersion` 时以记录的该版本为基础，同时给出 `basedOn` 时以这些变更项在其上生效后的记录为基础；都不给时沿用变更项原来的基础。内容没有变化时，变更项和变更集都保持原样。\n\n有 `action` 时，变更项改为对同一记录的另一种操作，所用成员与加入时相同；新建记录的变更项不可以。所需权限为加入前后两种变更项所需的权限。',
  'Needs what adding it needs. Whoever added it still counts as having contributed to the set.':
    '所需权限与加入时相同。加入者仍算参与过该变更集。',
  'The statuses that it has had, oldest first; left out in lists and after items were written.':
    '经历过的状态，按时间先后排列；列表中和写入变更项后的响应中不出现。',
  'User name of who brought it there; null where a task did.': '使其进入该状态的人的用户名；由任务进入时为 null。',
  'What was given as the reason of a decision; left out without one.': '审核时填写的原因；没有时不出现。',
  'With `update`: whether the codes in `values` are all those at the end of the set, also where the record has the same code now.':
    '用于 `update`：`values` 中的代码是否都按变更集生效后的含义理解，包括与记录现有代码相同的代码。',
  'User name of who submitted it last; left out until then.': '最近一次提交的人的用户名；提交前不出现。',
  'User name of who reverted or withdrew it; left out otherwise.': '撤销或撤回它的人的用户名；其他情况下不出现。',
  'The change set that was released or reverted.': '生效或撤销的变更集。',
  'What the release and the revert of this change set wrote, also to records that refer to renamed ones.':
    '这个变更集生效和撤销时写入的变更，包括引用了改码记录的那些记录。',
  'The change set whose release or revert made the change, which is that of several changes at once; left out where there is none. All of a set are committed together, but may arrive on several pages or messages, among other changes.':
    '这条变更所属的变更集：一次生效或撤销会写入多条变更。没有时不出现。同一变更集的变更一起提交，但可能分在多页或多条消息里到达，中间夹有其他变更。',
  'Put together, waiting for a decision, approved and waiting for its date, not released at its date, sent back, in effect, taken back, or given up.':
    '依次为：编辑中、待审核、已排期、未能生效、已驳回、已生效、已撤销、已撤回。',
  'None without it.': '不填则没有说明。',
  'Of an approval or, required, of a rejection.': '通过时可填，驳回时必填。',
  'With `revert`: fields that get their former values although somebody has changed them since, so that a second person has to approve the revert.':
    '限 `revert`：生效后被他人改过、仍要恢复原值的字段；撤销因此须由另一人审核。',
  'The item that changed them.': '改动这些字段的变更项。',
  'The item that has the change, as `basedOn` takes it.': '含有该改动的变更项，可用于 `basedOn`。',
  'With an `update`, a `transition` or a `delete` in a set with a date: the items of `upcoming` that take effect on the record before, if the change is based on what they make of it. Without it, the change is based on the record as it is, and a field that one of them changes as well is a conflict.':
    '用于定期生效的变更集中的 `update`、`transition` 或 `delete`：`upcoming` 中先于它对该记录生效、且本改动以其结果为基础的变更项。不填时以记录当前的值为基础，与其中任一项改动同一字段即为冲突。',
  'A version of an item of a change set.': '变更项的某个版本。',
  'As in its `changedSince`.': '取自该变更项的 `changedSince`。',
  'Of the event `reject`, which requires it.': '`reject` 的原因，必填。',
  'Why it rejects the record; left out where it does not.': '驳回记录的原因；不驳回时不出现。',
  'Of a released set, where the request asks for it: what the release has written and somebody has changed since, so that a revert leaves it. Of a set that has not ended: the fields in `problems` that somebody has changed since the item was made. Left out where there is nothing.':
    '变更集已生效且请求要求时：生效时写入、此后被他人改过的内容，撤销时保持不变。变更集尚未结束时：`problems` 中自变更项编辑后被他人改过的字段。没有时不出现。',
  'What it is now; null without a value.': '当前的值；没有则为 null。',
  'What it was before the release, or when the item was made; null without a value.':
    '生效之前或编辑变更项时的值；没有则为 null。',
  'Of a set that reverts another one: the fields that somebody has changed since the release, and that it overwrites; left out where there are none.':
    '撤销另一个变更集时：生效后被他人改过、将被覆盖的字段；没有时不出现。',
  'The set that it takes back, and of which it overwrites fields that somebody has changed since; left out where it takes none back.':
    '它所撤销的变更集，其中有此后被他人改过的字段将被覆盖；不撤销其他变更集时不出现。',
  'The set that takes this one back: submitted, or released where this one is reverted; left out where there is none.':
    '撤销本变更集的变更集：待审核，或在本变更集已撤销时已生效；没有时不出现。',
  'Before the release, in the list of items: the open proposal for the record that the release will replace. Left out where there is none.':
    '生效之前，在变更项列表中返回：生效时将取代的该记录待审核修改。没有则不返回。',
  'Of a released set, where the request asks for `changedSince`, and of a submitted one that reverts another: why the revert leaves the record, or a field at `/values/…`, as it is by now, as far as that does not depend on rules between records. Left out where there is nothing.':
    '已生效的变更集在请求带 `changedSince` 时，以及撤销其他变更集、审核中的变更集：撤销时该记录或某字段（`/values/…`）按现在的情况为何保持不变，不含取决于记录之间规则的原因。没有则不返回。',
  'Whether to answer what somebody has changed since the release, as `changedSince`.':
    '是否返回生效后被他人改过的内容，见 `changedSince`。',
  'An event of `x-transitions`.': '`x-transitions` 中的操作。',
  'The status that a new record gets; the last two need what approval requires.':
    '新建记录的状态；后两种要求审核必填的字段齐全。',
  'What the kind’s own operation takes.': '与该类别自己的接口相同。',
  '`active` without it.': '默认为 `active`。',
  'Of a new record; it stays without it.': '限新建的记录；不填则不变。',
  'How many items it has of each kind; a kind without any is left out.': '各类别的变更项数；没有的类别不列出。',
  'How many items could not be released or reverted when it was last tried; of a scheduled set, for how many it would be held by now, as their records have changed since the approval, records to which they refer will not exist, others will still refer to those that they delete, or will have the codes that they give.':
    '最近一次尝试时不能生效或不能撤销的变更项数；已排期的变更集，则为因记录在审核后有改动、所引用的记录届时不存在、要删除的记录届时仍被引用或所用代码届时已被占用，到生效时间时会使变更集不能生效的变更项数。',
  'Who contributed to it, by user name; without accounts that were deleted.': '参与者的用户名；不含已删除的账号。',
  'The caller contributed to it, and therefore may not approve it where a second person is needed.':
    '调用者是参与者，因此在要求双人复核时不能审核它。',
  'Of a submitted set: where a second person is needed, the caller has written to one of its records since that was last approved, has proposed to change a field that it changes, or has contributed to values that it brings back and that nobody has approved, and therefore may not approve it; left out otherwise.':
    '仅用于已提交的变更集：在要求双人复核的类别中，调用者在上次审核后改过其中的记录，对其中同一字段提交过待审核的修改，或参与写过其中要恢复的从未通过审核的值，因此不能审核它；否则省略。',
  'Who approved or rejected it last.': '最近一次通过或驳回的人。',
  'Null until the record is created.': '记录新建之前为 null。',
  'The version of the record on which the item is based.': '变更项所基于的记录版本。',
  'The fields on which the change is based; null for a new record.': '变更所基于的字段；新建记录时为 null。',
  'The fields that it would write; null for a deletion or a transition.': '将写入的字段；删除或变更状态时为 null。',
  'Why it could not be released or reverted when that was last tried, or why a scheduled set would be held by now, at `/values/…`. The number of another set in it is left out for whoever may not see that set.':
    '最近一次尝试时不能生效或不能撤销的原因，或已排期的变更集到生效时间不能生效的原因，位置为 `/values/…`。对无权查看其他变更集的人，原因中不含该变更集的编号。',
  'Who changed the item last.': '最后修改变更项的人。',
  'The change set; its version is the `ETag`.': '变更集；其版本即 `ETag`。',
  'The caller has not contributed to the set (notOwner) or lacks a permission for one of its items (forbidden), or the session is a preview of a role and writes nothing (readOnlyPreview).':
    '调用者不是该变更集的参与者（notOwner），缺少其中某个变更项所需的权限（forbidden），或会话为角色预览，不能写入（readOnlyPreview）。',
  'The set is neither open nor scheduled nor held (invalidTransition).':
    '变更集不在编辑中，也不是已排期或未能生效（invalidTransition）。',
  'The set is neither open nor scheduled nor held, or the event is not for the status of the record, which `fields` then tells (invalidTransition). The set has an item for this record (itemExists), or as many items as it can have (tooManyItems).':
    '变更集不在编辑中，也不是已排期或未能生效，或记录的状态不允许此操作，后者见 `fields`（invalidTransition）；变更集已有这条记录的变更项（itemExists），或变更项已达上限（tooManyItems）。',
  'A task works on the set (taskRunning). Not from this status (invalidTransition), not by this person (secondPerson), nothing to submit (changeSetEmpty), nobody else could approve (nobodyToApprove), a revert of the set is in review (revertInReview), or items cannot be released or reverted (changeSetUnsound; `fields` tells why, as `/items/{itemId}/values/…`).':
    '有任务正在处理这个变更集（taskRunning），当前状态不允许（invalidTransition），不能由此人审核（secondPerson），没有变更项可提交（changeSetEmpty），没有其他人有权审核（nobodyToApprove），该变更集的撤销正在审核中（revertInReview），或有变更项不能生效或撤销（changeSetUnsound；原因见 `fields`，位置为 `/items/{itemId}/values/…`）。',
  'The change set, with the task that works on it.': '变更集及正在处理它的任务。',
  'How many items are done.': '已处理的变更项数。',
  'How many items the set has.': '变更集的变更项数。',
  'The change set that it submits, approves or reverts.': '它提交、通过或撤销的变更集。',
  'The task that submits, approves or reverts it; left out where none does.':
    '正在提交、通过或撤销它的任务；没有时不出现。',
  'For people, in the language of the request; for `validationError`, that of the first rule.':
    '供人阅读的文字，语言由请求决定；`validationError` 则为首条不符合的规则的文字。',
  'Why a task could not submit, release or revert it when that was last tried, or why it is held, until something of the set changes; left out where there is nothing. `changeSetUnsound` means that the items say why.':
    '任务最近一次未能提交、生效或撤销的原因，或未能生效的原因，变更集有改动后清除；没有时不出现。`changeSetUnsound` 表示原因见各变更项。',
  'The set, the item or the record has changed since the version given; `current` is what it is now.':
    '变更集、变更项或记录在所给版本之后有变；`current` 为当前内容。',
  'What the set is about, in one line.': '以一行文字说明变更集的内容。',
  'A step in the life of a change set; `x-transitions` says from which statuses, and `toBeforeDate` where it leads while the set has a date ahead. At that date, the service itself releases a scheduled set, or holds it.':
    '改变变更集状态的操作；可从哪些状态执行见 `x-transitions`，生效日期未到时的去向见 `toBeforeDate`。到生效时间时由系统使已排期的变更集生效，不能生效的则为 `held`。',
  'For those who contributed to it, and administrators. A set that is scheduled or held is open again by it, and needs a new approval.':
    '限参与者和管理员。已排期或未能生效的变更集因此回到编辑中，须重新审核。',
  'A day, or a day and time, in the time zone of the installation; the day begins at 00:00. A time that the clocks skip is the one as much later, and of one that they repeat, the first counts.':
    '系统时区的日期，或日期和时间；只填日期时从 00:00 起。因夏令时跳过的时间按跳过的时长顺延，重复出现的时间取第一次。',
  'When it takes effect, which must be ahead unless it stays; without it, once it is approved.':
    '生效时间，须晚于现在，未改动的除外；不填则审核通过即生效。',
  'The local day and time at which it takes effect, such as 2026-04-06T00:00; null where it does once it is approved.':
    '生效的当地日期和时间，如 2026-04-06T00:00；审核通过即生效时为 null。',
  'The same moment, as all other times; null without a date.': '同一时刻，格式与其他时间相同；没有日期时为 null。',
  'The time zone of `effectiveOn`; null without a date.': '`effectiveOn` 所用的时区；没有日期时为 null。',
  'What happens to the record; `transition` goes by `event`, and `restore` by `restoredVersion`.':
    '对记录的操作；`transition` 取决于 `event`，`restore` 取决于 `restoredVersion`。',
  'The record; absent where the item creates one.': '要变更的记录；新建时不提交。',
  'The version of the record that the caller saw; absent where the item creates one.':
    '调用者所见的记录版本；新建时不提交。',
  'With `restore`: the version whose content the record gets again.': '用于 `restore`：要恢复到的版本。',
  'Changes of several records that are decided on and released together.': '一并审核、一并生效的多条记录的变更。',
  'What reviewers should know; null without it.': '供审核人参考的说明；没有时为 null。',
  'User name of who began it.': '创建者的用户名。',
  'Null until it is submitted.': '提交之前为 null。',
  'Null until it is in effect.': '生效之前为 null。',
  'User name of who decided.': '处理者的用户名。',
  'The change of one record in a set.': '变更集中一条记录的变更。',
  'Null unless it creates a record.': '不是新建时为 null。',
  'What the item does to its record from now on; it stays the same without it.':
    '变更项此后对记录的操作；不提交则不变。',
  'The version of the record on which the item is based by now; it keeps its own without it.':
    '变更项现在所依据的记录版本；不提交则保持不变。',
  'By the settings of now, one of its kinds needs a second person: whoever contributed to it may not approve it.':
    '按当前设置，其中某个类别要求双人复核：参与者不能审核它。',
  'Of a transition, or along with an update; null without it.': '变更状态或随修改一并执行的操作；没有时为 null。',
  'In effect, taken back, except for the fields in `problems`, or kept by the revert as somebody has changed since what the item has written; null before the release.':
    '已生效、已撤销（`problems` 中的字段除外），或因所写内容此后被他人改过而在撤销时保留；生效前为 null。',
};
