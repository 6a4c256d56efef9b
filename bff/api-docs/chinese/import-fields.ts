/** The descriptions of fields of imports in Chinese, by the English text of the contract. */
export const IMPORT_FIELDS: Record<string, string> = {
  'In the language of the request.': '按请求的语言。',
  'Where, from 1.': '位置，从 1 开始。',
  'Between the cells of a CSV file.': 'CSV 文件的单元格分隔符。',
  'Quotes surround cells of a CSV file, as they do without this; else they are text.':
    'CSV 文件的单元格以引号包围（默认）；否则引号视为文字。',
  'The first row holds the names of the columns.': '第一行为列名。',
  'The public format, which maps the columns itself.': '公开格式，自行确定各列的对应关系。',
  'For each column of the file which target it fills, null for none. Empty: those that were remembered or go by the names of the columns; with a preset those of the preset. `status` says which status records end up with, needs the permission to review, and is never filled unless it is named here: new records reach it once the import is approved, or at once in a kind without a second person; of records that are there it changes what asks for no second person.':
    '文件各列所填入的字段，null 表示不填。为空时采用上次记住的对应关系或按列名确定；使用公开格式时按该格式。`status` 决定记录最终的状态，需要审核权限，只有在此指明才会填入：新记录在导入获批准后达到该状态，类别无需双人复核时立即达到；已有记录只改动无需双人复核的状态。',
  'The system of the file, converted to WGS 84.': '文件所用的坐标系，会转换为 WGS 84。',
  'A row that refers to what is not there is refused, what it refers to is created along as pending, or the field is left empty. Cities and airports are created along only where the row has a code as IATA, ICAO or a country assigns them, not a name, and in the country of the row.':
    '引用的内容不存在时：拒绝该行、将所引用的记录一并新建为待审核，或将字段留空。只有当该行给出的是 IATA、ICAO 或国家分配的代码而不是名称时，才会在该行所属的国家一并新建城市和机场。',
  'Time zones that are missing are filled in by the coordinates.': '缺少的时区按坐标补全。',
  'At most 64 MiB.': '最多 64 MiB。',
  'Of what is new.': '新记录的状态。',
  'How many new records approval would give which status, where the file has one for them.':
    '文件给出状态时，批准后各状态的新记录数。',
  'On how many records and proposals it would decide.': '会处理的记录和修改数。',
  'Without what approval asks for.': '缺少审核所需的字段。',
  'Changed or deleted by somebody since.': '此后被他人修改或删除。',
  'Decided on, replaced or withdrawn before, or not approved yet.': '此前已审核、被取代或撤回，或尚未批准。',
  'Holding work of whoever decides.': '含有审核人自己的改动。',
  'Pending by the status that the file has for it.': '按文件给出的状态保持待审核。',
  'Refused when it was tried, such as for a code that is taken by now.': '执行时被拒绝，例如代码已被占用。',
  'Of the new ones those without what approval asks for.': '新记录中缺少审核所需字段的。',
  'Left out by somebody.': '被人工排除的。',
  'Of all of them those whose cells somebody has corrected.': '全部行中有单元格被更正过的。',
  'Bytes of the parts that are there.': '已上传部分的字节数。',
  'Of what is under way.': '正在进行的工作的进度。',
  'Of a staging bytes of the file, else rows.': '检查时为文件的字节数，否则为行数。',
  'How many rows of each outcome.': '各种结果的行数。',
  'What was last decided on it as a whole.': '最近一次对整个导入的审核。',
  'Incomplete, changed since, or not in a status for it.': '不完整、此后有改动，或状态不适合。',
  'Why.': '原因。',
  'The caller may not approve or reject what it brought in.': '调用者不能批准或驳回它带来的内容。',
  'BCP 47.': 'BCP 47 语言标签。',
  'Records are known by it.': '用于标识记录。',
  'Other records are named by it.': '用于指明其他记录。',
  'The name of the column in the file.': '文件中的列名。',
  'Of the report, from 1: a line may hold several records.': '报告中的行号，从 1 开始：文件的一行可能包含多条记录。',
  'Of the file, from 1; in a JSON array, or what a preset splits, the position of the record.':
    '文件中的行号，从 1 开始；JSON 数组或由公开格式拆分时为记录的位置。',
  'What identifies the record.': '记录的标识。',
  'By the columns of the answer, as they stand in the file or were corrected.':
    '按返回的列排列，为文件中的值或更正后的值。',
  'The cells as they stand in the file; null where none is corrected.': '文件中的单元格；没有更正时为 null。',
  'Pointers of what approval will ask for.': '审核所需字段的指针。',
  'Other rows have the same key, and this one may be chosen among them.': '其他行有相同的键，可从中选择这一行。',
  'As it was when it was looked at: where it is another by now, nothing is corrected.':
    '查看时的内容；现已不同则不更正。',
  'All cells of a column that hold the same.': '一列中内容相同的全部单元格。',
  'Only those that have this problem.': '仅限有该问题的。',
  'Only those that were corrected and hold this in the file.': '仅限更正过、且文件中为该内容的。',
  'Left out, whatever the row would do; false takes it in again.': '排除该行，不论它会做什么；false 表示恢复。',
  'What the column fills.': '该列填入的字段。',
  'The whole cell.': '整个单元格的内容。',
  'How many rows hold it.': '含有它的行数。',
  'The kind that it is to name; null of a value out of a list.': '应指明的类别；取自可选值时为 null。',
  'The likeliest first; of a list all that is possible.': '最可能的在前；可选值则列出全部。',
  'What the cell would hold.': '单元格将填入的内容。',
  'Of the record.': '记录的名称。',
  'How many rows were corrected.': '已更正的行数。',
  'How many rows alike are still as they were.': '内容相同、尚未更正的行数。',
  'How many distinct ones there are.': '不同内容的数量。',
  'Rows with letters beyond ASCII, by which a person sees whether the encoding is the right one; none of a workbook.':
    '含有非 ASCII 字符的行，供判断编码是否正确；工作簿没有。',
  'How many of the first rows the encoding cannot read; each is refused where it is mapped.':
    '前若干行中无法按该编码读取的行数；已对应字段时这些行不能导入。',
  'Another column than the one that fills the key, in which more of the first rows have codes of records that are there.':
    '另一列：前若干行中有更多行的内容是已有记录的代码，多于当前填入键的列。',
  'Rows that it would match with records.': '能与已有记录匹配的行数。',
  'Rows that the chosen column matches.': '所选的列能匹配的行数。',
  'Rows looked at.': '检查的行数。',
  'How many rows of the state asked for have each problem; empty without a state.':
    '所查状态的行中各种问题的行数；不指定状态时为空。',
  'The fields as they would be or became; null where the row is refused, or the caller may not read the kind.':
    '将成为或已成为的字段内容；该行不能导入或调用者无权查看该类别时为 null。',
  'Pointers of what differs.': '有差异的字段的指针。',
  'Before it is applied: for each problem of a cell, how many rows hold the same there with the same problem, this one included.':
    '应用之前：单元格的每个问题，各有多少行在该处内容相同且有相同问题，包括本行。',
};
