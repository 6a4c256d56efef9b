/** The introduction and the descriptions of tags in Chinese, by the English text of the contract. */
export const TAGS: Record<string, string> = {
  "Signing in and out, one's own profile, password, preferences and sessions.":
    '登录与退出，本人的资料、密码、偏好设置和会话。',
  'What waits for a decision, what is found, what has happened.': '待处理的审核、搜索和最近的动态。',
  'Views of lists that people save, and share with roles.': '个人保存并可共享给角色的列表视图。',
  'Countries and territories by ISO 3166-1 code.': '国家和地区，以 ISO 3166-1 代码标识。',
  'Cities, by IATA metropolitan code where they have one.': '城市，有 IATA 城市代码的以其标识。',
  'Airlines by IATA designator.': '航空公司，以 IATA 二字代码标识。',
  'Cabins and their booking classes, of one airline or of any.': '舱位及其订座舱级，属于某家航空公司或通用。',
  'Agreements with suppliers.': '与供应商的协议。',
  'Airports by IATA code, else ICAO code, else country and local identifier.':
    '机场，以 IATA 代码标识；没有则用 ICAO 代码，再没有则用国家和当地编号。',
  'Posted exchange rates; a pair is a base, a quote and a source.':
    '汇率牌价；基准货币、报价货币和来源构成一个货币对。',
  'European rail stations by UIC code.': '欧洲铁路车站，以 UIC 代码标识。',
  'Chinese train stations by telegraph code.': '中国火车站，以电报码标识。',
  'Accounts of staff.': '员工账号。',
  'Roles and their permissions.': '角色及其权限。',
  'What permissions there are, and who has them.': '有哪些权限，谁拥有它们。',
  'What people did, from sign-in to administrative act. Append-only.': '从登录到管理操作，记录各人做过的事。只能追加。',
  'The configuration.': '系统配置。',
  'What was changed of the records, with before and after. Append-only.': '记录的变更及其前后内容。只能追加。',
  'Systems that follow changes, pushed to them or pulled by them.': '跟随变更的系统，由系统推送或自行拉取。',
  'Where each subscriber stands with each kind.': '各订阅方在各类别上的同步位置。',
  'Work that runs beside requests.': '在请求之外运行的后台工作。',
  'Files of records, compared with what is there before they change it.': '记录文件：先与现有数据比对，再写入。',
  'Changes in the order of commits, for other systems.': '供其他系统读取的变更，按提交顺序排列。',
  "Every JSON answer is the envelope `{code, message, data}`; `code` equals the HTTP status. Success is 200, 201 or 202. Error answers carry `data.key`, one of `ErrorKey`, and `data.traceId`. Texts follow `Accept-Language` (zh-CN by default). The default is also the answer to languages other than Chinese and English.\n\nRequests are checked in this order: session (401), permission (403), whether the body can be read (400, 413), then parameters and body against their schemas, all errors at once (422); after that whether the record is there (404), its version (428, 412), its state (409) and the rules of its fields (422). An error in a body points to the item of a list that is wrong, one in a parameter to the parameter.\n\nExtensions, all of them facts that a client may rely on: `x-permission` (what an operation asks for: a permission's name, `signed-in`, or `by-event` = the event's own permission from `x-transitions`, `delete` for a bulk deletion, prefixed by the operation's tag), `x-transitions` (the life of every record), `x-required-to-approve` (fields that a record must hold to be approved), `x-case: upper` (the server folds the value to upper case), `x-hint` (what a value looks like, in both languages), `x-text` (the texts of keys and rules), `x-attribution` (whom the licences of a kind's data ask to be named), `x-summary` (an operation's summary in Chinese), `x-label` (the name of a kind of record), `x-review` (who may approve a kind's records, where that is not a second person), `x-reference` (the value is the code of a record of that kind), `x-search: code` (`q` finds it as it finds codes), `x-read-only` (the server sets it, whatever is sent), `x-decimals` (the server rounds to so many), `x-decimal` (an exact decimal number as text), `x-rules` (what fields must be to one another: the field `at` breaks `rule` against `fields`), `x-key` (the fields by which people and files know a record, where that is not `code`), `x-title` (what stands for a name where a record has none), `x-route` (the console's page of a tag, which asks for its `read`), `x-about` (what a field means, or what a setting does), `x-group`, `x-unit` (how a setting is shown), `x-default` (its value until somebody changes it), `x-precondition` (a header without which the answer is 428).\n\nWhat all kinds of records have in common is written by `npm run contract`, after the pattern of countries. It reads `x-record` (the names that a kind's operations and schemas are made of), `x-own-operations` (those of its operations that are written by hand), `x-sortable` and `x-filters` (what its list can be sorted and filtered by).":
    '每个 JSON 响应都是 `{code, message, data}` 结构，`code` 等于 HTTP 状态码。200、201、202 为成功。错误响应带有 `data.key`（`ErrorKey` 之一）和 `data.traceId`。文字的语言由 `Accept-Language` 决定（默认 zh-CN）；请求中英文以外的语言时也使用默认语言。\n\n请求按以下顺序检查：会话（401）、权限（403）、请求体能否读取（400、413），然后一次性检查参数和请求体是否符合其结构（422）；之后检查记录是否存在（404）、版本（428、412）、状态（409）和字段规则（422）。请求体中的错误指向列表中出错的那一项，参数中的错误指向该参数。\n\n扩展成员，客户端均可依赖：`x-permission`（操作所需的权限：权限名、`signed-in` 表示登录即可、`by-event` 表示由 `x-transitions` 中该操作的权限决定，批量删除为 `delete`，前缀为操作的标签），`x-transitions`（记录的状态流转），`x-required-to-approve`（批准记录所需的字段），`x-case: upper`（服务器自动转为大写），`x-hint`（值的格式，中英文），`x-text`（错误和规则的文字），`x-attribution`（数据许可要求署名的来源），`x-summary`（操作的中文摘要），`x-label`（记录类别的名称），`x-review`（不采用双人复核时谁可以审核），`x-reference`（值为该类别记录的代码），`x-search: code`（`q` 像查找代码一样查找它），`x-read-only`（由服务器设置，与提交的值无关），`x-decimals`（服务器四舍五入到的小数位数），`x-decimal`（以文字表示的精确小数），`x-rules`（字段之间的规则：字段 `at` 相对于 `fields` 违反 `rule`），`x-key`（不用 `code` 时，人和文件用来识别记录的字段），`x-title`（没有名称的记录以什么代替名称），`x-route`（控制台中该标签的页面，需要其 `read` 权限），`x-about`（字段的含义或设置的作用），`x-group`、`x-unit`（设置的显示方式），`x-default`（未修改时的值），`x-precondition`（缺少时返回 428 的请求头）。\n\n各类别共有的部分由 `npm run contract` 按国家的样式写出。它读取 `x-record`（组成该类别操作和数据结构的名称）、`x-own-operations`（手写的操作）、`x-sortable` 和 `x-filters`（列表可以按什么排序和筛选）。',
};
