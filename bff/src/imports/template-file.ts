import type { ColumnTarget } from '#columns/targets.ts';
import type { Entity, EntityRecord } from '#crud/model.ts';
import { type ExportColumn, fieldColumnsOf } from '#exports/table.ts';
import { csv } from '#exports/text-files.ts';
import { workbook } from '#exports/xlsx.ts';
import { allOperations, contract, type Language, type RawOperation, type Texts } from '#http/contract.ts';
import { headingOf } from './columns/match-targets.ts';

type Format = 'csv' | 'xlsx';

const MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<Format, string>;

/** Creates a file with a column for each target, an example and, in a workbook, a sheet that explains the columns. */
export function templateFile(entity: Entity, format: Format, language: Language) {
  const targets = fieldColumnsOf(entity, ['zh-CN', 'en']);
  const data = {
    columns: targets.map((target) => ({ ...target, key: headingOf(target.key, language) })),
    records: oneBatch([exampleOf(entity)]),
  };
  const stream =
    format === 'csv'
      ? csv(data)
      : workbook([
          { name: TEXTS.data[language], ...data },
          { name: TEXTS.columns[language], ...explanations(entity, targets, language) },
        ]);
  return { stream, type: MEDIA_TYPES[format], filename: `${entity.key}-template.${format}` };
}

async function* oneBatch(records: object[]): AsyncGenerator<object[]> {
  yield records;
}

/** Returns the contract's example of a new record, whose code is assigned to nothing. */
function exampleOf({ plural, singular }: Entity): EntityRecord {
  const operation = allOperations.find(({ id }) => id === `create${singular}`);
  if (!operation) throw new Error(`The contract has no operation to create one of ${plural}.`);
  const raw: RawOperation = contract.paths[operation.path].post;
  // the casts: the linter requires examples of JSON bodies, which match their schema
  const { example } = raw.requestBody?.content['application/json'] as { example: unknown };
  return example as EntityRecord;
}

const EXPLANATION_WIDTHS = [24, 70, 18, 60];
const EXPLANATION_HEADINGS = ['column', 'meaning', 'need', 'values'] as const;

/** Describes each target in a row of the second sheet. */
function explanations(entity: Entity, targets: ColumnTarget[], language: Language) {
  const columns = EXPLANATION_HEADINGS.map(
    (name, index): ExportColumn => ({ key: TEXTS[name][language], pointer: `/${index}`, cellFormat: 'text' }),
  );
  const rows = targets.map((target) => [
    headingOf(target.key, language),
    meaningOf(target, language),
    TEXTS[needOf(entity, target)][language],
    valuesOf(target, language),
  ]);
  rows.push([], [TEXTS.deleteExample[language]]);
  return { columns, records: oneBatch(rows), widths: EXPLANATION_WIDTHS };
}

function meaningOf({ schema, language: nameLanguage }: ColumnTarget, language: Language): string {
  if (nameLanguage === null) return schema['x-about']?.[language] ?? '';
  const languageName = new Intl.DisplayNames(language, { type: 'language' }).of(nameLanguage) ?? nameLanguage;
  return fill(TEXTS.inLanguage[language], languageName);
}

function needOf({ requiredToApprove }: Entity, { required, key, isKey }: ColumnTarget) {
  if (required || isKey) return 'required';
  return requiredToApprove.includes(key) ? 'requiredToApprove' : 'optional';
}

/** Returns the allowed values or the form of a value. */
function valuesOf({ schema, value, cellFormat, refers }: ColumnTarget, language: Language): string {
  const reference = value.reference ?? value.referenceList?.reference;
  const form = schema.enum?.join(', ') ?? schema['x-hint']?.[language].trim() ?? FORMS[cellFormat]?.[language] ?? '';
  const range = schema.minimum !== undefined && schema.maximum !== undefined && !schema.enum;
  const parts = [
    refers && reference && fill(TEXTS.codeOf[language], labelOf(reference)[language]),
    !refers && form,
    range && `${schema.minimum} … ${schema.maximum}`,
    cellFormat === 'texts' && TEXTS.semicolons[language],
    cellFormat === 'json' && TEXTS.json[language],
  ];
  return parts.filter(Boolean).join(TEXTS.between[language]);
}

const labelOf = (entity: string): Texts =>
  contract.tags.find(({ name }: { name: string }) => name === entity)['x-label'];

const fill = (text: string, value: string) => text.replace('{value}', value);

const FORMS: Partial<Record<ColumnTarget['cellFormat'], Texts>> = {
  boolean: { 'zh-CN': 'true 或 false', en: 'true or false' },
  number: { 'zh-CN': '数字', en: 'a number' },
  decimal: { 'zh-CN': '十进制数', en: 'a decimal number' },
  date: { 'zh-CN': '日期，如 2026-03-01', en: 'a date such as 2026-03-01' },
  time: { 'zh-CN': '时间，如 2026-03-01T08:00:00Z', en: 'a time such as 2026-03-01T08:00:00Z' },
};

const TEXTS = {
  data: { 'zh-CN': '数据', en: 'Data' },
  columns: { 'zh-CN': '列说明', en: 'Columns' },
  column: { 'zh-CN': '列', en: 'Column' },
  meaning: { 'zh-CN': '含义', en: 'Meaning' },
  need: { 'zh-CN': '是否必填', en: 'Required' },
  values: { 'zh-CN': '可填的值', en: 'Values' },
  required: { 'zh-CN': '必填', en: 'Yes' },
  requiredToApprove: { 'zh-CN': '审核必填', en: 'Required for approval' },
  optional: { 'zh-CN': '选填', en: 'No' },
  inLanguage: { 'zh-CN': '{value}文本', en: 'The text in {value}' },
  codeOf: { 'zh-CN': '已有{value}的代码', en: 'The code of an existing record: {value}' },
  semicolons: { 'zh-CN': '多个值用分号隔开', en: 'several values separated by semicolons' },
  json: { 'zh-CN': 'JSON，格式见示例行', en: 'JSON, as in the example' },
  between: { 'zh-CN': '；', en: '; ' },
  deleteExample: {
    'zh-CN': '“数据”表的第 2 行是示例，导入前请删除。',
    en: 'Row 2 of the sheet “Data” is an example. Delete it before importing.',
  },
} satisfies Record<string, Texts>;
