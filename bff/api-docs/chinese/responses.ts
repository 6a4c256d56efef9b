/** The descriptions of responses in Chinese, by the English text of the contract. */
export const RESPONSES: Record<string, string> = {
  'The demo accounts of a demo installation; empty elsewhere.': '演示环境的演示账号；其他环境为空。',
  'Signed in. The token is valid for as long as the configuration says.': '登录成功。令牌的有效期由系统配置决定。',
  'The password is right and a second factor is wanted; `auth/login/totp` takes it within five minutes.':
    '密码正确，还需双重验证；五分钟内通过 `auth/login/totp` 提交。',
  'The password is right, but the account is not let in yet or is deactivated.': '密码正确，但账号尚未获批准或已停用。',
  'The name or the password is wrong, or the body breaks the schema.': '账号或密码不正确，或请求体不符合要求。',
  'Signed in. `recoveryCodes` come once, where the second factor has just been set up.':
    '登录成功。刚设置双重验证时返回 `recoveryCodes`，仅此一次。',
  'The invitation or the one-time setup was good: the account may sign in.': '邀请或一次性设置链接有效，账号可以登录。',
  'The account waits for an administrator. Answered alike where the e-mail address has an account: none is made then, and its owner is told by mail. Only what follows tells the two apart: whether the user name is taken, and how signing in is refused.':
    '账号等待管理员批准。邮箱已有账号时返回相同的内容：不再新建账号，并邮件通知其所有者。两者只能从之后的结果区分：用户名是否已被占用，以及登录被拒绝的方式。',
  'The account that waits for its owner.': '等待本人激活的账号。',
  'Alike whether the address is known or not.': '无论邮箱是否存在，返回都相同。',
  'The user.': '用户。',
  'Changed.': '已修改。',
  'Newest first.': '最新的在前。',
  'The preferences.': '偏好设置。',
  'The preferences as they are now.': '当前的偏好设置。',
  'What the authenticator app needs. Nothing is in force before a code of it is given.':
    '身份验证器应用所需的内容。提交其生成的验证码之前不生效。',
  'Recovery codes, shown once.': '恢复码，仅显示一次。',
  'Shown once.': '仅显示一次。',
  'Good once, for sixty seconds, as `?ticket=` on that very path.':
    '以 `?ticket=` 用于该路径，六十秒内有效，只能用一次。',
  'A page of what waits.': '一页待处理的内容。',
  'The counts, over all kinds of records if `entity` is not given.': '数量；不带 `entity` 时为所有类别合计。',
  'The counts, over all kinds of records if `entity` is not given, shortest wait first.':
    '数量；不带 `entity` 时为所有类别合计。等待时间短的在前。',
  'The count.': '数量。',
  'A page of what was rejected.': '一页被驳回的内容。',
  'Best match first, of the kinds that the caller may read.': '调用者有权查看的类别，最匹配的在前。',
  'Nearest first, without rejected records and those that have no coordinates.':
    '最近的在前，不含被驳回的记录和没有坐标的记录。',
  'The state of the record, or null once it is deleted.': '记录的状态；已删除时为 null。',
  'Until either side ends it.': '直到任意一方结束。',
  'Of the kinds that the caller may read.': '限于调用者有权查看的类别。',
  'The actions.': '批量操作。',
  'The records; code and name are empty for deleted ones.': '记录；已删除的代码和名称为空。',
  'The views.': '视图。',
  'Saved.': '已保存。',
  'Done.': '已完成。',
  'The page, with the number of records per status under all other filters.':
    '该页记录，以及其他筛选条件下各状态的数量。',
  'An outcome per item, in the order sent; `code` is what a single call would have answered.':
    '按提交顺序逐项给出结果；`code` 为单独调用时的状态码。',
  'Deleted; `version` is the one to restore.': '已删除；`version` 为恢复时使用的版本。',
  'A page of changes.': '一页变更。',
  'How many, and the first hundred.': '总数和前一百条。',
  'The proposal; its version is the `ETag`.': '修改；其版本即 `ETag`。',
  'Oldest first.': '最早的在前。',
  'The page, with the number of users per status under all other filters.':
    '该页用户，以及其他筛选条件下各状态的数量。',
  'Created, invited. The mail holds a link by which its owner chooses a password.':
    '已创建并发出邀请。邮件中有供本人设置密码的链接。',
  'The page.': '该页内容。',
  'Created.': '已创建。',
  'Counted over the active users who have the role; what another role of theirs gives them too is no loss.':
    '按拥有该角色的启用用户统计；其他角色同样给予的权限不算失去。',
  'A session of half an hour that may do what both the role and the caller may, and writes nothing.':
    '半小时的会话，只能做角色和调用者都有权做的事，且不能写入。',
  'In the order of the contract.': '按接口定义中的顺序。',
  'A page.': '一页内容。',
  'Oldest first, with the days that had none.': '最早的在前，包括没有变更的日子。',
  'The change.': '该处变更。',
  'The page, with the number of subscribers per state under all other filters.':
    '该页订阅方，以及其他筛选条件下各状态的数量。',
  'The new secret, shown this once.': '新的密钥，仅显示这一次。',
  'The new token, shown this once.': '新的令牌，仅显示这一次。',
  'What came of it.': '执行结果。',
  'All of it.': '全部内容。',
  'The lane.': '该队列。',
  'Where it would begin. `changes` is 0 where nothing comes after.': '开始的位置。之后没有变更时 `changes` 为 0。',
  'A page, with the number of tasks per status under all other filters.': '一页任务，以及其他筛选条件下各状态的数量。',
  'A snapshot, gzipped lines of JSON as `GET /api/v1/changes/snapshot` gives them.':
    '快照，即 gzip 压缩的逐行 JSON，内容与 `GET /api/v1/changes/snapshot` 相同。',
  'Changes after the cursor; ask again with `nextCursor`, at once while `more` says so.':
    '游标之后的变更；以 `nextCursor` 继续读取，`more` 为真时立即继续。',
  'The snapshot.': '快照。',
  'All of them.': '全部。',
  'The template.': '模板。',
  'As it is now.': '当前状态。',
  'How it reads.': '读取结果。',
  'The row.': '该行。',
  'The import with its counts, and how many rows were taken.': '导入及其各项数量，以及本次处理的行数。',
  'At most 100 of them.': '最多 100 个。',
  'In the form of the file itself; a JSON file comes as NDJSON.': '格式与原文件相同；JSON 文件以 NDJSON 返回。',
  'By event.': '按审核操作分列。',
  'The import.': '导入。',
  'The import; what was asked for is under way.': '导入；所请求的工作正在进行。',
  'Not possible in its present status, it is being worked on, or not all of its rows are sound.':
    '当前状态下不能执行、正在处理，或并非所有行都可以导入。',
  "Too many of one's own imports were not applied.": '本人尚未应用的导入过多。',
  'In the order of their ids. CSV and XLSX have a column for each field, as an import takes them, for names one in each language (`name[en]`) in place of `locales`; then `id`, `status`, `version`, `updateTime` and `updatedBy`, which an import ignores.':
    '按编号排列。CSV 和 XLSX 每个字段一列，可直接用于导入；`locales` 按语言拆成各列（`name[en]`）；其后是导入时忽略的 `id`、`status`、`version`、`updateTime` 和 `updatedBy`。',
  'The body is not JSON.': '请求体不是 JSON。',
  'The token is missing, or no session (unauthorized) or subscriber (invalidToken) has it any more.':
    '缺少令牌，或令牌已不属于任何会话（unauthorized）或订阅方（invalidToken）。',
  'The token is missing, expired or revoked.': '缺少令牌，或令牌已过期、已撤销。',
  'The session is a preview of a role and writes nothing (readOnlyPreview).':
    '会话正在预览角色，不能写入（readOnlyPreview）。',
  'The permission named is missing (forbidden), it would reach beyond what the caller holds (beyondReach), or the session is a preview of a role and writes nothing (readOnlyPreview).':
    '缺少所列权限（forbidden）、会超出调用者自身的权限（beyondReach），或会话正在预览角色，不能写入（readOnlyPreview）。',
  'The permission named is missing (forbidden), or the subscriber whose token it is has been switched off (subscriberInactive). Changes are kept for it meanwhile, and the token is good again once it is switched on.':
    '缺少所列权限（forbidden），或令牌所属的订阅方已停用（subscriberInactive）。停用期间变更仍为其保留，重新启用后令牌恢复有效。',
  'There is no such thing.': '不存在。',
  "The code is taken (duplicateCode), or somebody else's proposal is open (proposalOpen).":
    '代码已被占用（duplicateCode），或他人的修改正在等待审核（proposalOpen）。',
  "Other records refer to it (inUse), or somebody else's proposal is open (proposalOpen).":
    '被其他记录引用（inUse），或他人的修改正在等待审核（proposalOpen）。',
  'Not from this status (invalidTransition), or not by this person (secondPerson).':
    '当前状态下不能执行（invalidTransition），或不能由此人执行（secondPerson）。',
  'Not by this person (secondPerson), code taken (duplicateCode), or referred to (inUse).':
    '不能由此人执行（secondPerson）、代码已被占用（duplicateCode）或被引用（inUse）。',
  'The record has changed since the version in `If-Match`; `current` is what it is now.':
    '记录在 `If-Match` 的版本之后已有改动；`current` 为当前内容。',
  'Somebody else has corrected a cell since; `fields` tells which.': '他人已更正过某个单元格；`fields` 指出是哪一个。',
  'The proposal has changed, or the record has moved on in a field that it changes; `current` tells which.':
    '修改已有变化，或记录中它所改的字段已变；`current` 说明是哪一种。',
  'The body is larger than 1 MiB.': '请求体超过 1 MiB。',
  'A field or parameter breaks a rule, or is unknown.': '某个字段或参数不符合规则，或无法识别。',
  '`If-Match` is missing.': '缺少 `If-Match`。',
  'Too many failed attempts.': '失败次数过多。',
  'Something went wrong here; the trace number finds it in the log.': '服务器出错；可凭追踪编号在日志中查找。',
  'The database is out of reach or took longer than ten seconds (`requestTimeout`), another operation has locked the data (`dataLocked`), or its disk is full (`storageFull`).':
    '无法连接数据库或耗时超过十秒（`requestTimeout`），数据被其他操作锁定（`dataLocked`），或磁盘已满（`storageFull`）。',
  'The account is not let in yet, was refused or is deactivated.': '账号尚未获批准、已被拒绝或已停用。',
  'Accounts are made by invitation only.': '只能通过邀请创建账号。',
  'It would leave nobody who is an administrator (lastAdministrator), is about oneself (ownAccount), about a role that people have (roleInUse), not possible in the present status (invalidTransition), or a role asks for the second factor (secondFactorRequired), or there is none (noSecondFactor).':
    '会导致没有管理员（lastAdministrator）、涉及本人账号（ownAccount）、涉及有人使用的角色（roleInUse）、当前状态下不能执行（invalidTransition）、某个角色要求双重验证（secondFactorRequired），或未设置双重验证（noSecondFactor）。',
  'The view belongs to somebody else (notOwner), or the session is a preview of a role and writes nothing (readOnlyPreview).':
    '视图属于他人（notOwner），或会话正在预览角色，不能写入（readOnlyPreview）。',
  'The owner has a view of this list by that name (duplicateView), or already 50 views of it (tooManyViews).':
    '所有者在该列表中已有同名视图（duplicateView），或已有 50 个视图（tooManyViews）。',
  'The user; the version is the `ETag`.': '用户；其版本即 `ETag`。',
  'The role; its version is the `ETag`.': '角色；其版本即 `ETag`。',
  'The configuration; its version is the `ETag`.': '系统配置；其版本即 `ETag`。',
  'The record; its version is the `ETag`.': '记录；其版本即 `ETag`。',
  'Created, pending.': '已创建，待审核。',
  'Proposed; the record is unchanged until another person decides. The `ETag` is that of the record, not of the proposal.':
    '已提交审核；在另一人审核之前记录不变。`ETag` 是记录的版本，不是修改的版本。',
  'Decided. `record` is null after an approved deletion.': '已审核。删除获批准后 `record` 为 null。',
  'The same task is queued or running.': '相同的任务正在排队或运行。',
  'It has not failed or been cancelled, or retention has removed records of its bulk action (both invalidTransition), or the same task is queued or running (taskRunning).':
    '任务并未失败或取消，或其批量操作的记录已按保留期清除（均为 invalidTransition），或相同的任务正在排队或运行（taskRunning）。',
  'Nothing is pushed to the subscriber, which is switched off or only pulls (invalidTransition).':
    '不会向这个订阅方推送：它已停用或只拉取（invalidTransition）。',
  'The lane does not stand at this change.': '队列不在这处变更上。',
  'Too many of these at once.': '同时进行的过多。',
  'The subscriber; its version is the `ETag`.': '订阅方；其版本即 `ETag`。',
  'The delivery.': '该次推送。',
  'The lane as it is now.': '队列的当前状态。',
  'Queued; a worker takes it up.': '已排队，由后台进程执行。',
  'The action, with the records that it left by cause.': '批量操作，以及按原因列出的未处理记录。',
  "Nothing matches (nothingMatches), not as many match as were seen (matchesChanged), or one of the caller's runs (taskRunning).":
    '没有符合条件的记录（nothingMatches）、数量与所见不符（matchesChanged），或调用者有一个正在运行（taskRunning）。',
  'The task.': '任务。',
  'Taken.': '已接收。',
  'Not wanted any more.': '不再需要。',
};
