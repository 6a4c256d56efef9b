import { codeAndNameOf, identityColumns } from '#crud/entity.ts';
import type { Entity, Row } from '#crud/model.ts';
import type { Database } from '#database';
import { csv } from '#exports/text-files.ts';
import { prefetchFirst } from '#http/bodies.ts';
import type { Language, Texts } from '#http/contract.ts';
import { type BulkCause, readSkippedMatches, type SkippedMatch } from './matches.ts';

const BATCH_RECORDS = 1000;

const COLUMNS = ['id', 'code', 'name', 'cause', 'fields'].map((key) => ({
  key,
  pointer: `/${key}`,
  cellFormat: key === 'id' ? ('number' as const) : ('text' as const),
}));

// the same texts as in the console
const CAUSE_TEXTS: Record<BulkCause, Texts> = {
  changed: { 'zh-CN': '其间有改动', en: 'Changed since' },
  deleted: { 'zh-CN': '其间已被删除', en: 'Deleted since' },
  otherStatus: { 'zh-CN': '状态不符', en: 'In another status' },
  ownWork: { 'zh-CN': '含有本人的修改，须由另一人审核', en: 'Own work, which somebody else has to review' },
  incomplete: { 'zh-CN': '缺审核必填项', en: 'Incomplete' },
  inUse: { 'zh-CN': '仍被其他记录引用', en: 'Still referred to by other records' },
  proposalOpen: { 'zh-CN': '有他人的修改正在审核', en: 'Somebody else’s change is in review' },
  refused: { 'zh-CN': '已拒绝', en: 'Refused' },
};

/** Creates a file of all records that an action has left, with their causes. */
export async function createSkippedRecordsFile(db: Database, entity: Entity, taskId: number, language: Language) {
  const records = await prefetchFirst(readLeftRecords(db, entity, taskId, language));
  return {
    stream: csv({ columns: COLUMNS, records }),
    type: 'text/csv' as const,
    filename: `${entity.key}-left-${taskId}.csv`,
  };
}

async function* readLeftRecords(
  db: Database,
  entity: Entity,
  taskId: number,
  language: Language,
): AsyncGenerator<object[]> {
  for (let after = 0; ; ) {
    const matches = await readSkippedMatches(db, taskId, after, BATCH_RECORDS);
    const lastMatch = matches.at(-1);
    if (!lastMatch) return;
    const ids = matches.map(({ recordId }) => recordId);
    const rows: Row[] = await db(entity.table)
      .whereIn('id', ids)
      .select('id', ...identityColumns(entity));
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    yield matches.map((match) => toRecord(entity, match, rowsById.get(match.recordId), language));
    after = lastMatch.recordId;
  }
}

function toRecord(
  entity: Entity,
  { recordId, cause, fields }: SkippedMatch,
  row: Row | undefined,
  language: Language,
): object {
  const { code = null, name = null, locales = {} } = row ? codeAndNameOf(entity, row) : {};
  return {
    id: recordId,
    code,
    name: locales[language]?.name || name,
    cause: CAUSE_TEXTS[cause ?? 'refused'][language],
    fields: fields?.replaceAll('/', '').replaceAll(',', ', ') ?? null,
  };
}
