/**
 * The descriptions of operations in Chinese, by the English text of the contract. What is copied to all kinds stands here once: `{kind}` is the
 * kind's name in permissions, `{one}` its name in words.
 */
export const OPERATIONS: Record<string, string> = {
  'A code of the authenticator app, or a recovery code; each counts once.':
    '身份验证器应用生成的验证码，或一个恢复码；每个只能用一次。',
  'The link works once, within its lifetime. Every session of the account ends.':
    '链接在有效期内只能用一次。该账号的所有会话随之结束。',
  'Another e-mail address asks for the password, since a forgotten one is reset by it.':
    '更换邮箱须提供密码，因为忘记密码时靠邮箱重设。',
  'Ends every session of this user, this one too, and answers the token of a new one.':
    '结束该用户的所有会话（包括当前会话），并返回新会话的令牌。',
  'Theme, language, and the display of lists that one has chosen. What this release does not know is left out.':
    '本人选择的主题、语言和列表显示方式。当前版本不认识的内容不返回。',
  "What the body leaves out stays, so that devices and tabs do not undo each other's choices; of the theme, the language, and each list, the last choice holds, whatever version it was made from. A list is replaced as a whole, and one that has only its name is as at first. The 50 lists changed last are kept. Preferences give no access and nobody else sees them, so the user log omits them; they are deleted with the account.":
    '请求中未出现的内容保持不变，因此不同设备、不同标签页不会互相覆盖；主题、语言和每个列表都以最后一次选择为准，与基于哪个版本无关。列表按整体替换，只有名称的列表恢复为初始状态。保留最近改过的 50 个列表。偏好设置不涉及权限，他人也看不到，所以不记入用户日志；删除账号时一并删除。',
  'Every other session of the user ends.': '该用户的其他会话全部结束。',
  'Refused (409) where a role of the user asks for one.': '用户的某个角色要求双重验证时拒绝（409）。',
  'Asks for the permission of the path.': '需要所填路径对应的权限。',
  'Pending records and open proposals of every kind that the caller may read, oldest first, or by `order`. What an import brought in is one item for whoever may see the import, and none for others, as long as it waits to be decided on as a whole (`decideImport`): a record that somebody has changed since, and what a decision has left, stand by themselves.':
    '调用者有权查看的各类待审核记录和待审核的修改，最早的在前，或按 `order` 排列。一次导入带来的内容在等待整体审核（`decideImport`）期间，对能看到该导入的人只算一项，对其他人不显示；之后被改过的记录以及审核时留下的部分单独列出。',
  'Counts what `listReviews` lists with the same parameters, except for imports, which have counts of their own.':
    '按相同参数统计 `listReviews` 列出的条目；导入另有自己的统计，不计在内。',
  'Counts what `listReviews` lists with the same parameters, by the days of 24 hours for which it has waited: what has waited for `from` days or longer, but not for `below` days.':
    '按相同参数、按等待天数（每 24 小时为一天）统计 `listReviews` 列出的条目：已等待至少 `from` 天、但不足 `below` 天的。',
  'Active subscribers that take the kind and whose filter lets the record pass, as it is or as the approval of what waits would leave it. Takes the permission to read the kind; which subscribers these are is not told.':
    '统计接收该类别、且筛选条件允许该记录通过的启用的订阅方，以记录的现状或通过后的内容为准。需要该类别的查看权限；不返回具体是哪些订阅方。',
  'Records, proposals and imports, newest first, each until the caller dismisses it, submits it again, or it is deleted. Only of kinds that the caller may read.':
    '被驳回的记录、修改和导入，最新的在前；直到调用者将其关闭、重新提交或它被删除为止。只含调用者有权查看的类别。',
  "By the notice's id; what was rejected stays in the history of its record.":
    '按通知的编号关闭；被驳回的内容仍留在记录的历史中。',
  'The caller is left out. Takes the permission to read the kind. Whoever edits a record is named while the form gives signs of life; nobody is kept from anything by it.':
    '不含调用者本人。需要该类别的查看权限。只要表单仍在发送心跳，就会显示谁在编辑这条记录；仅作提示，不会阻止任何人操作。',
  'Counts for 60 seconds, so it is sent again while the form has unsaved changes. Takes the permission to update the kind. A session whose forms edit the same record, as in two tabs, names them.':
    '有效 60 秒，因此表单有未保存的更改时须重复发送。需要该类别的修改权限。同一会话有多个表单编辑同一条记录（例如两个标签页）时，须分别标明表单。',
  'Server-sent events: each `data:` is the `data` of `GET /api/v1/presence`, at once and whenever it changed. Read it with the bearer token; it ends when the session does, or the permission to read the kind.':
    '服务器推送事件（SSE）：每条 `data:` 即 `GET /api/v1/presence` 的 `data`，连接后立即发送一次，之后有变化就发送。用 Bearer 令牌读取；会话结束或失去该类别的查看权限时流结束。',
  "Each number is the `total` of a list: `reviews` of `listReviews`, `own` of the same with the caller as `by`, `rejections` of `listRejections`, `incomplete` of a kind's list with `incomplete`, `endingAgreements` of active agreements with `validity=ending`, `oldRates` of rates with `olderThan`, `failedTasks` of tasks with `status=failed`, `people` of users with `status=pending`, `changeSets` of `listChangeSets` with `toReview`, or with `involved` and `status=held`. What the caller may not deal with is left out.":
    '每个数字都是某个列表的 `total`：`reviews` 对应 `listReviews`，`own` 对应以调用者为 `by` 的同一列表，`rejections` 对应 `listRejections`，`incomplete` 对应各类别带 `incomplete` 的列表，`endingAgreements` 对应 `validity=ending` 的启用协议，`oldRates` 对应带 `olderThan` 的汇率，`failedTasks` 对应 `status=failed` 的任务，`people` 对应 `status=pending` 的用户，`changeSets` 对应带 `toReview`、或带 `involved` 与 `status=held` 的 `listChangeSets`。调用者无权处理的不返回。',
  'Of the kinds that the caller may read, in the order of their start. They go on after the caller has signed out.':
    '调用者有权查看的类别的批量操作，按开始顺序排列。调用者退出登录后操作继续进行。',
  'For whoever started it, and for others who may read tasks; both need to read the kind. 404 for anybody else.':
    '仅限发起人和有任务查看权限的人，两者都须能查看该类别；其他人得到 404。',
  'For whoever started it, and for others with `task:cancel`. What was changed stays changed.':
    '仅限发起人和有 `task:cancel` 权限的人。已经改动的内容不会还原。',
  'Each with its cause, and the fields that it lacks for approval, in the order of the ids. For whom getBulkChange is.':
    '每条都列出原因，以及通过审核所缺的字段，按编号排列。可调用的人与 getBulkChange 相同。',
  "One's own, and those shared with a role that one has, of the lists that one may read: one's own first, then by name, at most 1,000. `roles` are the roles that the caller may share views with (all of them with `role:read`, else the caller's own), and those with which views in the answer are shared. A view whose owner's account was deleted stays for those with whom it was shared; administrators see it too.":
    '本人的视图，以及共享给本人所属角色的视图，限于本人有权查看的列表：本人的在前，其余按名称排列，最多 1,000 个。`roles` 是调用者可以共享视图的角色（有 `role:read` 时为全部角色，否则为本人的角色），以及返回的视图所共享的角色。所有者账号被删除后，共享的视图对原共享对象仍然保留，管理员也能看到。',
  "A view is the query of a list's address under a name, which one person gives only once per list. The server keeps the query as it is: what a list no longer knows is for the reader to leave out. One has at most 50 views of a list, and shares them with roles that one sees.":
    '视图是以名称保存的列表地址参数，同一人在同一列表中名称不可重复。服务器原样保存参数，列表已不支持的部分由读取方忽略。每人每个列表最多 50 个视图，可共享给自己能看到的角色。',
  "Its list stays. Without `isDefault`, the caller's default stays too. A view whose owner's account was deleted is changed by administrators.":
    '所属列表不变。不带 `isDefault` 时，调用者的默认视图也不变。所有者账号已被删除的视图由管理员修改。',
  'For everyone with whom it is shared; copies that others made of it stay.':
    '对所有共享对象同时生效；他人已复制的视图保留。',
  "A list has one default view per person, which may be somebody else's shared view. It is no part of the view, whose version stays.":
    '每人每个列表有一个默认视图，可以是他人共享的视图。它不属于视图本身，视图的版本不变。',
  "Asks for `{kind}:read` besides the permission of the action. What matches is fixed with its versions before the answer; {one} that somebody changes before its turn stays as it is. `GET /api/v1/bulk-changes/{id}` reports how far it is and what was left. 409, in this order, where the caller's last such task of this kind has not ended (taskRunning), nothing matches (nothingMatches), or the number of matches differs from `total` (of more than 500: by more than 1 %; matchesChanged).":
    '除操作本身的权限外还需要 `{kind}:read`。返回之前即确定符合条件的记录及其版本；轮到之前被他人改过的{one}保持原样。`GET /api/v1/bulk-changes/{id}` 报告进度和未处理的记录。以下情况返回 409，按此顺序检查：调用者上一个同类任务尚未结束（taskRunning）、没有符合条件的记录（nothingMatches）、数量与 `total` 不一致（超过 500 条时相差超过 1 %；matchesChanged）。',
  "Pending and rejected records change at once (200). Under review by a second person, a change to an approved, active or inactive record becomes a proposal (202) and the record stays as it is. Of such a record, the fields that approval requires stay required (422 `requiredToApprove`). The values that it has already change nothing, neither version nor times, and withdraw the caller's own proposal.":
    '待审核和被驳回的记录立即修改（200）。在双人复核下，对已批准、启用或停用记录的修改成为待审核的修改（202），记录本身不变。此类记录中审核所需的字段仍为必填（422 `requiredToApprove`）。提交记录现有的值不做任何改动，版本和时间都不变，并撤回调用者自己待审核的修改。',
  'Under review by a second person, deleting an active record becomes a proposal (202).':
    '在双人复核下，删除启用的记录成为待审核的修改（202）。',
  'Answers for a deleted record too, whose deletion has the version after its last.':
    '已删除的记录也可查询；删除本身的版本为最后版本加一。',
  'A deleted record comes back with its id, pending; that needs `{kind}:create` too and takes no `If-Match`.':
    '已删除的记录以原编号恢复为待审核状态；还需要 `{kind}:create`，且不使用 `If-Match`。',
  "For its author, or whoever holds `{kind}:review`; others who may read the record get 404 where there is no proposal, else 403. `If-Match` takes the proposal's version.":
    '仅限提交人或有 `{kind}:review` 权限的人；其他可查看该记录的人，没有待审核的修改时得到 404，否则得到 403。`If-Match` 填修改的版本。',
  "Approving merges the fields untouched since the proposal's base; where both sides changed one, 412 with the current record. `If-Match` takes the proposal's version.":
    '批准时合并自修改所依据的版本以来未被改过的字段；同一字段双方都改过时返回 412 和当前记录。`If-Match` 填修改的版本。',
  'Those of active rates of the same base, quote, source and unit, and its own, each the amount by which the rate is compared: the first one that it has of middle, sell, buy, cashSell and cashBuy. Rates without that amount are left out, and so is, of more than 500 values, every second, third and so on.':
    '基准货币、报价货币、来源和单位都相同的启用汇率及其自身的数值，取用于比较的价格：中间价、卖出价、买入价、现钞卖出价、现钞买入价中第一个有值的。没有该价格的汇率不列出；超过 500 个值时按间隔抽取。',
  "The user name stays, one's own e-mail too (ownAccount): the profile changes it, with the password. Nobody gives a role that holds more than they hold themselves, nor changes a user who holds more.":
    '用户名不变，本人的邮箱也不能在此修改（ownAccount），须在个人资料中凭密码修改。任何人都不能授予超出自身权限的角色，也不能修改权限高于自己的用户。',
  '`roles` goes with `approve` only, `reason` with `reject` only. A deactivated user is signed out everywhere.':
    '`roles` 仅用于 `approve`，`reason` 仅用于 `reject`。停用的用户在所有设备上退出登录。',
  'Nobody gives what they do not hold, and only an administrator may name a role so that it is one.':
    '任何人都不能授予自己没有的权限；只有管理员才能用管理员角色的名称命名角色。',
  "For roles with `unconfirmedAdministrator`: from then on they hold every permission. Only an administrator confirms; of a role that is an administrator's already nothing is changed, of any other 409 `invalidTransition`.":
    '用于带 `unconfirmedAdministrator` 的角色：确认后拥有全部权限。只有管理员可以确认；已是管理员的角色不变，其他角色返回 409 `invalidTransition`。',
  'In force on every process within five seconds.': '五秒内在所有进程上生效。',
  'An import, for example, is one item, at the time of its first change; `listDataLogs` with `task` has its changes. With `entity`, it counts only the changes of that kind.':
    '例如一次导入只算一项，时间取其第一处变更；用带 `task` 的 `listDataLogs` 查看其中的变更。带 `entity` 时只统计该类别的变更。',
  'Each count is the `total` of `listDataLogs` from the start of the day to its end, uncapped.':
    '每个数字等于当天从开始到结束的 `listDataLogs` 的 `total`，不设上限。',
  'Deliveries begin with the changes from now on. What is there already comes by `GET /api/v1/changes/snapshot`. Nothing is delivered to a subscriber without a URL; it reads `GET /api/v1/changes`, and its cursor says how far it got.':
    '从现在起的变更开始推送；已有数据用 `GET /api/v1/changes/snapshot` 读取。没有 URL 的订阅方不会收到推送，而是读取 `GET /api/v1/changes`，由其游标表明读到何处。',
  'A kind taken in begins with the changes from now on; one left out forgets where it stood. `active: false` pauses all of it; what has been missed is delivered once it is active again.':
    '新加入的类别从现在起的变更开始；移除的类别不再保留位置。`active: false` 暂停全部推送，重新启用后补发期间的变更。',
  'Signed like all others, of type `test`. A receiver that does not answer within eight seconds has failed. 409 where the subscriber only pulls (invalidTransition).':
    '与其他消息一样签名，类型为 `test`。接收方八秒内未应答即为失败。订阅方只拉取时返回 409（invalidTransition）。',
  'Under the same `webhook-id`. Newer versions of the record may have been delivered before it; receivers go by `version`. 409 where the change was removed by retention or is none that the subscriber takes (invalidTransition).':
    '使用相同的 `webhook-id`。此前可能已推送过该记录更新的版本，接收方以 `version` 为准。变更已按保留期清除或不在订阅范围内时返回 409（invalidTransition）。',
  'Server-sent events: each `data:` is the `data` of `GET /api/v1/sync-status`, at once and whenever something changed. Read it with the bearer token; it ends when the session does.':
    '服务器推送事件（SSE）：每条 `data:` 即 `GET /api/v1/sync-status` 的 `data`，连接后立即发送一次，之后有变化就发送。用 Bearer 令牌读取；会话结束时流结束。',
  "From a position, or from the first change at or after a time; the position takes precedence, and without either it is the oldest kept. What the subscriber's filter leaves out is counted too.":
    '从某个位置，或从某一时间起的第一处变更开始；两者都给出时以位置为准，都不给出时从保留的最早变更开始。订阅方的筛选条件排除的变更也计算在内。',
  'A task: the lane goes back to the position and delivers on from there, each record in the order of its versions. 409 where a replay of this lane is under way (taskRunning), or the subscriber only pulls (invalidTransition).':
    '以任务方式执行：该队列退回到指定位置，从那里起重新推送，同一记录的变更按版本顺序到达。该队列正在重放（taskRunning）或订阅方只拉取（invalidTransition）时返回 409。',
  'The change is not pushed any more, but stays in the feed. 409 where the lane does not stand at this change any more (laneMoved), or the subscriber only pulls (invalidTransition).':
    '这处变更不再推送，但仍在变更流中。队列已不停在这处变更（laneMoved）或订阅方只拉取（invalidTransition）时返回 409。',
  '409 where the same one is queued or running (taskRunning).': '相同的任务正在排队或运行时返回 409（taskRunning）。',
  'Server-sent events: each `data:` is `{items, counts}`, the newest hundred tasks and how many there are of each status, at once and whenever something changed. Read it with the bearer token; it ends when the session does.':
    '服务器推送事件（SSE）：每条 `data:` 为 `{items, counts}`，即最新的一百个任务和各状态的数量，连接后立即发送一次，之后有变化就发送。用 Bearer 令牌读取；会话结束时流结束。',
  'A `bulkChange` is retried only by whoever started it (notOwner), with the permissions that starting it needs; it goes on where it was.':
    '`bulkChange` 只能由发起人重试（notOwner），并须具备发起时所需的权限；从中断处继续。',
  'It holds what `GET /api/v1/changes/snapshot` gives, and asks for the same permission.':
    '内容与 `GET /api/v1/changes/snapshot` 相同，所需权限也相同。',
  "With a subscriber's token: its kinds, narrowed by its filter. A change stands at its position for good, and none ever comes in before another that was read. 422 at `/query/cursor` where changes after the cursor were removed (`expired`), and where the feed has not given this cursor (`beyondHead`): its database was restored from a backup, perhaps long ago, and changes up to the cursor are lost; take a snapshot after either. A page may be empty while `more` is true, where a filter leaves changes out. A renamed record is followed by an `update` of each record that refers to it.":
    '使用订阅方令牌时，限于其订阅的类别和筛选条件。变更的位置永不改变，也不会有变更插到已读变更之前。游标之后的变更已被清除（`expired`），或变更流从未给出过该游标（`beyondHead`，即数据库曾从备份恢复，不论多久以前，游标之前的部分变更已丢失）时，在 `/query/cursor` 返回 422；两种情况都须重新读取快照。筛选条件排除了变更时，一页可能为空而 `more` 仍为真。记录改代码后，引用它的每条记录都会随之产生一条 `update`。',
  'Lines of JSON: first `{type: snapshot, cursor, epoch, schema, entities}`, then `{type: record, entity, recordId, record}`, last `{type: end, records}`; without that last line it is not whole. The feed after `cursor` goes on exactly where the records stand.':
    '每行一个 JSON：第一行 `{type: snapshot, cursor, epoch, schema, entities}`，随后每条记录一行 `{type: record, entity, recordId, record}`，最后一行 `{type: end, records}`；没有最后一行即不完整。`cursor` 之后的变更流与快照恰好衔接。',
  'A column for each field under a heading that an import recognises, and an example that is to be deleted. XLSX has a second sheet with what each column means, whether it is required, and what it takes. Needs `<entity>:import`.':
    '每个字段一列，列名可被导入识别，并附一行须删除的示例。XLSX 另有一张工作表，说明各列的含义、是否必填和可填的内容。需要 `<entity>:import`。',
  'Needs `<entity>:import`. Whoever has many that were not applied, or 1 GiB of them, makes no more until some are applied or deleted (`tooManyImports`).':
    '需要 `<entity>:import`。未应用的导入过多或合计达到 1 GiB 时，须先应用或删除一些才能新建（`tooManyImports`）。',
  'Needs `<entity>:import` or `<entity>:review`.': '需要 `<entity>:import` 或 `<entity>:review`。',
  'Its file and its rows go. Needs `<entity>:import`. One that has been applied stays, `invalidTransition`.':
    '文件和各行一并删除。需要 `<entity>:import`。已应用的导入不能删除（`invalidTransition`）。',
  'Server-sent events: each `data:` is `{import}`, at once and whenever something changed. Needs what `getImport` needs.':
    '服务器推送事件（SSE）：每条 `data:` 为 `{import}`，连接后立即发送一次，之后有变化就发送。所需权限与 `getImport` 相同。',
  'Each part is 1 MiB, the last one what is left; in any order, and again after a broken connection. With the last one that was missing the import is `uploaded`. Needs to be who began it.':
    '每块 1 MiB，最后一块为剩余部分；顺序不限，连接中断后可重传。最后一块缺失的部分到达后导入变为 `uploaded`。只有发起人可以上传。',
  'Without options they are detected, remembered ones included. What was asked for last is what will be staged. A file that cannot be read so says why in `fault`, which another option may mend. Needs `<entity>:import`.':
    '不带选项时自动识别，包括上次记住的选项。检查时采用最后一次请求的选项。按这些选项无法读取文件时，`fault` 说明原因，换一个选项或可解决。需要 `<entity>:import`。',
  'A task; nothing is changed but the report. Needs `<entity>:import`.':
    '以任务方式执行；只生成报告，不改动数据。需要 `<entity>:import`。',
  'All rows of a file that have the same key are refused (`duplicateInFile`) until one of them is chosen: it is evaluated again and counts as any other row does, the others stay refused. Choosing another one takes its place. A file that is checked again is asked about again. Needs `<entity>:import`.':
    '文件中键相同的各行都不能导入（`duplicateInFile`），直到选定其中一行：该行重新检查并正常计入，其余仍不能导入。改选另一行会取代原来的选择。重新检查文件后须重新选择。需要 `<entity>:import`。',
  'Before it is applied: sets cells, one by one or all alike, and leaves rows out or takes them in again. What this concerns is evaluated again, rows with the same key and those that refer to it included; what is then applied is what was corrected. The file stays as it is, and `null` sets a cell back to it. Who corrects is no second person for the import. Of rows alike each call takes 500; `left` says how many are to come. A file that is checked again has no corrections. Needs `<entity>:import`.':
    '应用之前：逐格或成批改写单元格，排除某些行或恢复它们。受影响的行重新检查，包括键相同的行和引用它的行；应用的是更正后的内容。文件本身不变，`null` 把单元格恢复为文件中的值。做过更正的人不能再担任该导入的复核人。成批更正每次处理 500 行，`left` 为剩余行数。重新检查文件后更正全部取消。需要 `<entity>:import`。',
  'Cells that name no record, more than one, or none of the possible values; those of most rows first. `correctImport` matches a value in all rows at once by `alike`. Needs `<entity>:import` or `<entity>:review`.':
    '对应不到记录、对应多条记录或不在可选值之内的单元格内容，涉及行数多的在前。`correctImport` 的 `alike` 可一次更正所有行中的同一内容。需要 `<entity>:import` 或 `<entity>:review`。',
  "A task, row by row each as a whole, which goes on after a crash. `all` takes no file with a row that is refused or in conflict (`importUnsound`); `sound` leaves those out. Records that others changed since they were staged become conflicts, as do those with an open proposal, the importer's own too. New ones come in `pending`, or `active` where the kind needs no second person and the caller may review it. Needs `<entity>:import`; `active` needs `<entity>:review` too.":
    '以任务方式逐行执行，每行整体写入，进程崩溃后继续。`all` 要求没有不能导入或有冲突的行（`importUnsound`）；`sound` 跳过这些行。检查之后被他人改过的记录，以及有待审核修改的记录（包括导入者自己的），成为冲突。新记录为 `pending`；类别无需双人复核且调用者有审核权限时可为 `active`。需要 `<entity>:import`；`active` 还需要 `<entity>:review`。',
  "With `as: set` the rows become items of an open change set that is named after the file (`changeSetId`), also references to missing records. Nobody sees the set before all of them are in it. It is then submitted, released and reverted by itself, so that the import can be neither decided on nor reverted (`invalidTransition`). At most 2,000 rows (422 `tooManyForSet` at `/as`); needs `<entity>:create` for new records and `<entity>:update` for changes, but nobody's review before the set is approved.":
    '`as: set` 时，各行成为一个编辑中的变更集的变更项，变更集以文件命名（`changeSetId`），所引用的缺失记录也放入其中；全部放入之前，变更集不可见。之后变更集单独提交、生效和撤销，因此该导入不能再审核或撤销（`invalidTransition`）。最多 2,000 行（`/as` 处 422 `tooManyForSet`）；新增需要 `<entity>:create`，更改需要 `<entity>:update`，变更集批准之前无需审核权限。',
  'How many records and proposals the caller would decide on by each event, and how many would be left, by cause. Nothing before the import is applied.':
    '调用者执行各项审核操作时会处理多少记录和修改，以及按原因会留下多少。导入应用之前为空。',
  'A task: approves, rejects or activates each record that the import created and nobody changed since, and decides on each proposal that it made. What lacks something for approval is left as it is. Needs `<entity>:review`; who imported may not approve or reject where the kind asks for a second person.':
    '以任务方式执行：批准、驳回或启用该导入新建且此后无人改过的每条记录，并审核它产生的每处修改。不满足审核条件的保持原样。需要 `<entity>:review`；类别要求双人复核时，导入者本人不能批准或驳回。',
  'A task: what it created is removed, what it changed is set back. Rows whose record somebody has changed since are kept, and listed. It applies at once, as it leads back to what was reviewed before. Where the kind needs a second person, rows are kept, too, whose record has been approved since while what it had before never was (neverReviewed). Needs `<entity>:import`.':
    '以任务方式执行：删除它新建的记录，还原它修改的记录。此后被他人改过的记录保留并列出。由于只是回到先前审核过的内容，立即生效。类别要求双人复核时，导入前的内容从未通过审核、而此后通过审核的记录也保留（neverReviewed）。需要 `<entity>:import`。',
  'What has been written stays, and can be reverted. Needs `<entity>:import`.':
    '已写入的内容保留，可以撤销。需要 `<entity>:import`。',
  'Signed as Standard Webhooks has it: `webhook-id`, `webhook-timestamp` (seconds) and `webhook-signature`, one `v1,…` for each valid secret. The id stays the same however often a change is sent: drop what you have seen. Changes of a record come in order of `version`, and the new owner of a code after the change by which the earlier one gave it up. Two have the same code for a moment only where that is impossible: where records take codes from each other, or what refers to a deleted record moves to a new one with its code in the same change set. Any 2xx within the configured time is success; 410 switches the subscriber off; all else is tried again, redirects too: after 1, 5 and 30 seconds, 2, 10 and 30 minutes, 2 and 6 hours, each a fifth more or less, or later where `Retry-After` of a 429 or 503 says so (an hour at most). Then it waits for a person. Until it is taken, only later changes of its record and of its code wait; others of its kind go on, up to the thousandth after it. A receiver that refuses three changes in succession, or answers 429, 502, 503, 504 or nothing, gets only the change that was tried most often and at most one other of the kind, at these times; once it takes one, all that waits is due.':
    '按 Standard Webhooks 签名：`webhook-id`、`webhook-timestamp`（秒）和 `webhook-signature`，每个有效密钥各有一段 `v1,…`。同一处变更无论发送多少次，编号都相同，已收到过的应丢弃。同一记录的变更按 `version` 顺序到达；代码易主时，新记录的变更排在原记录让出代码的变更之后。只有无法这样排列时，才会短暂出现两条记录代码相同：几条记录互换代码，或者同一变更集删除一条记录、用它的代码新建另一条，并把原有引用改为指向新记录。在配置的时限内返回任何 2xx 即为成功；410 停用该订阅方；其余情况（包括重定向）都会重试：依次间隔 1、5、30 秒，2、10、30 分钟，2、6 小时，各浮动五分之一，429 或 503 的 `Retry-After` 可使其更晚（最多一小时），之后等待人工处理。在其被接收之前，只有同一记录和同一代码的后续变更等待，同类别的其他变更继续推送，直到其后第一千条。接收方连续拒绝三处变更，或返回 429、502、503、504，或没有应答时，只按上述间隔重试尝试次数最多的那一处，以及同类别至多另外一处；一旦接收了一处，等待的全部变更立即推送。',
};
