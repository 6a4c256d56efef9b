import { readFieldSets } from '#crud/as-of/changed-ids.ts';
import { codeAndNameOf, entityByKey } from '#crud/entity.ts';
import { findHiddenSetIds, toReason } from '#crud/history/set-reasons.ts';
import type { CrudContext, Entity, EntityRecord } from '#crud/model.ts';
import { changedPointers, firstChanges } from '#crud/pointers.ts';
import { loadLabels, toLabel } from '#crud/references/labels.ts';
import { type CodeReference, collectReferences } from '#crud/references/reference-paths.ts';
import { type Database, escapeWildcards, executeUnprepared, fromJson } from '#database';
import type { Reader } from '#http/caller.ts';
import { type EntityKey, type Schemas, type Texts, unescapeKey } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import type { Condition, LogFilter, LogRow, LogTable } from '#user-log/read-log.ts';

const COLUMNS = [
  ...['entity', 'record_id', 'code', 'action', 'version', 'actor', 'proposer', 'reason', 'change_set_id', '`after`'],
  // the position in the feed, once it is assigned
  '(SELECT position FROM change_feed WHERE change_feed.seq = data_log.seq) AS position',
];

/** The log for lists: `before` is only read for actions that may change fields. */
export const LISTED_LOG: LogTable = {
  table: 'data_log',
  id: 'seq',
  columns: [
    ...COLUMNS,
    "IF(action IN ('update', 'restore', 'reference') OR `after` IS NULL, `before`, NULL) AS `before`",
    "JSON_UNQUOTE(JSON_EXTRACT(`before`, '$.status')) AS previous_status",
  ],
};

/** The log with all columns. */
export const FULL_LOG: LogTable = { ...LISTED_LOG, columns: [...COLUMNS, '`before`'] };

type ListQuery = Omit<Query<'listDataLogs'>, 'cursor' | 'limit'>;

/** Builds the filter of a query. @throws Problem `validationError` with `together` for a parameter without the one that it needs */
export async function dataLogFilter(db: Database, query: ListQuery): Promise<LogFilter> {
  const { entity, recordId, code, actor, action, field, before, after, task, changeSetId, from, to } = query;
  return {
    conditions: [
      ...(await fieldConditions(db, entity, field)),
      // the key of the field begins with the entity
      ...(field !== undefined && recordId === undefined ? [] : recordConditions(entity, recordId)),
      ...(code === undefined ? [] : [{ key: 'code', columns: { code } }]),
      ...(actor === undefined ? [] : [{ key: 'actor_time', columns: { actor } }]),
      ...(action === undefined ? [] : [{ key: 'action', columns: { action } }]),
      ...(task === undefined ? [] : [{ key: 'task', columns: { task_id: task } }]),
      ...(changeSetId === undefined ? [] : [{ key: 'change_set', columns: { change_set_id: changeSetId } }]),
    ],
    unindexed: [...valueConditions('before', field, before), ...valueConditions('after', field, after)],
    from,
    to,
  };
}

function recordConditions(entity: ListQuery['entity'], recordId: ListQuery['recordId']): Condition[] {
  if (recordId === undefined) return entity === undefined ? [] : [{ key: 'entity_time', columns: { entity } }];
  if (entity === undefined) throw incomplete('recordId', ENTITY_TEXTS);
  return [{ key: 'record_time', columns: { entity, record_id: recordId } }];
}

const ENTITY_TEXTS = { 'zh-CN': '类别', en: 'the kind' };
const FIELD_TEXTS = { 'zh-CN': '字段', en: 'the field' };

const incomplete = (parameter: string, other: Texts) =>
  invalid({ pointer: `/query/${parameter}`, rule: 'together', parameters: { other } });

/** A field is found by the sets of fields that were changed together, of which an entity has few. */
async function fieldConditions(
  db: Database,
  entity: ListQuery['entity'],
  field: ListQuery['field'],
): Promise<Condition[]> {
  if (field === undefined) return [];
  if (entity === undefined) throw incomplete('field', ENTITY_TEXTS);
  const values = (await readFieldSets(db, entity)).flatMap((set) => (set?.split(',').includes(field) ? [set] : []));
  return [{ key: 'field', columns: { entity }, anyOf: { column: 'changed_fields', values } }];
}

const VALUE_SQL = {
  before: valueSql('`before`'),
  after: valueSql('`after`'),
};

/** JSON_UNQUOTE turns numbers and booleans into texts; JSON_SEARCH finds texts within lists and objects. */
function valueSql(column: string): string {
  return `(JSON_UNQUOTE(JSON_EXTRACT(${column}, ?)) = ? OR JSON_SEARCH(${column}, 'one', ?, NULL, ?) IS NOT NULL)`;
}

function valueConditions(side: 'before' | 'after', field: string | undefined, value: string | undefined) {
  if (value === undefined) return [];
  if (field === undefined) throw incomplete(side, FIELD_TEXTS);
  const path = `$.${JSON.stringify(field)}`;
  return [{ sql: VALUE_SQL[side], values: [path, value, escapeWildcards(value), path] }];
}

type Entry = Schemas['DataLogEntry'];

export interface LogEntry {
  entry: Entry;
  /** The record's current version; null while it is deleted. */
  recordVersion: number | null;
  before: EntityRecord | null;
  after: EntityRecord | null;
}

/** Converts rows of the log into the contract's form, with one query for the current versions, and one for the sets that the reader may see. */
export async function toLogEntries(crud: CrudContext, rows: LogRow[], reader: Reader): Promise<LogEntry[]> {
  const versions = await readCurrentVersions(crud.db, rows);
  const hiddenSetIds = await findHiddenSetIds(crud.db, rows, reader);
  return rows.map((row) => {
    const entity = entityByKey(crud, String(row.entity));
    const [before, after] = [fromJson<LogEntry['before']>(row.before), fromJson<LogEntry['after']>(row.after)];
    const { name, locales } = codeAndNameOf(entity, after ?? before ?? {});
    const changes = before && after ? changedPointers(before, after, fieldNamesOf(entity)) : [];
    const recordVersion = versions.get(`${row.entity} ${row.record_id}`) ?? null;
    const entry: Entry = {
      seq: Number(row.id),
      position: row.position === null ? null : Number(row.position),
      time: row.time.toISOString(),
      entity: entity.key,
      recordId: Number(row.record_id),
      code: row.code === null ? null : String(row.code),
      name,
      locales,
      action: row.action as Entry['action'],
      version: Number(row.version),
      actor: String(row.actor),
      ...(row.proposer ? { proposer: String(row.proposer) } : {}),
      ...toReason(row, hiddenSetIds),
      ...(row.change_set_id === null ? {} : { changeSetId: Number(row.change_set_id) }),
      changes,
      values:
        changes.length > 0
          ? firstChanges(changes, before ?? {}, after ?? {})
          : statusChange(before?.status ?? row.previous_status, after),
      exists: recordVersion !== null,
    };
    return { entry, recordVersion, before, after };
  });
}

const statusChange = (before: unknown, after: EntityRecord | null): Entry['values'] =>
  before && after && before !== after.status ? [{ pointer: '/status', before, after: after.status }] : [];

const fieldNamesOf = ({ fields }: Entity) => fields.map(({ name }) => name);

/** Loads the names of the records that now have the codes in the listed values, with one statement for all of the context's entities. */
export async function loadListedLabels(crud: CrudContext, entries: Entry[]): Promise<Schemas['Labels']> {
  const codes = new Map<EntityKey, Set<string>>();
  const isReadable = ({ entityKey }: CodeReference) => crud.entities.some(({ key }) => key === entityKey);
  for (const { entityKey, code } of entries.flatMap((entry) => listedReferences(crud, entry)).filter(isReadable))
    codes.set(entityKey, (codes.get(entityKey) ?? new Set()).add(code));
  if (codes.size === 0) return {};
  // an entity's key is also its table's name
  const select = 'SELECT ? AS kind, code, name, locales FROM ?? WHERE code IN (?)';
  const sql = [...codes.keys()].map(() => select).join(' UNION ALL ');
  const values = [...codes].flatMap(([kind, kindCodes]) => [kind, kind, [...kindCodes]]);
  const rows = await executeUnprepared<{ kind: string; code: string; name: string; locales: unknown }[]>(
    crud.db,
    sql,
    values,
  );
  const labels: Schemas['Labels'] = {};
  for (const { kind, code, name, locales } of rows)
    labels[kind] = { ...labels[kind], [code]: toLabel(name, fromJson(locales)) };
  return labels;
}

const listedReferences = (crud: CrudContext, { entity, values }: Entry): CodeReference[] =>
  values.flatMap(({ pointer, before, after }) => {
    const field = unescapeKey(pointer.split('/')[1] ?? '');
    return [before, after].flatMap((value) => collectReferences(entityByKey(crud, entity), { [field]: value }));
  });

// readers of the log may see all entities
const ALL_ENTITIES_READER = { may: () => true };

/** Reads a change with the record before and after it; the record itself may be deleted. @throws Problem notFound */
export async function readEntry(crud: CrudContext, seq: number, reader: Reader) {
  const { db } = crud;
  const row: LogRow | undefined = await db(FULL_LOG.table)
    .where({ seq })
    .first({ id: FULL_LOG.id }, 'time', 'refs', db.raw(FULL_LOG.columns.join()));
  const [entries] = row ? await toLogEntries(crud, [row], reader) : [];
  if (!row || !entries) throw new Problem('notFound');
  const { entity, recordId } = entries.entry;
  // the ids for `before` are those of the previous change
  const previousRow = await db(FULL_LOG.table)
    .where({ entity, record_id: recordId })
    .where('seq', '<', seq)
    .orderBy('seq', 'desc')
    .first('after', 'refs');
  const states = [row, ...(previousRow ? [previousRow] : [])].map((logRow) => ({
    fields: fromJson<Record<string, unknown> | null>(logRow.after) ?? entries.before ?? {},
    refs: fromJson<Record<string, number> | null>(logRow.refs) ?? {},
  }));
  return { ...entries, labels: await loadLabels(db, entityByKey(crud, entity), states, ALL_ENTITIES_READER) };
}

/** Reads the current versions of existing records by `entity id`, with one statement for all entities of a page. */
async function readCurrentVersions(db: Database, rows: LogRow[]): Promise<Map<string, number>> {
  const ids = idsByEntity(rows);
  if (ids.size === 0) return new Map();
  // an entity's key is also its table's name
  const select = 'SELECT ? AS kind, id, version FROM ?? WHERE id IN (?)';
  const sql = [...ids].map(() => select).join(' UNION ALL ');
  const values = [...ids].flatMap(([kind, entityIds]) => [kind, kind, [...entityIds]]);
  const versions = await executeUnprepared<{ kind: string; id: number; version: number }[]>(db, sql, values);
  return new Map(versions.map(({ kind, id, version }) => [`${kind} ${id}`, version]));
}

function idsByEntity(rows: LogRow[]): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>();
  for (const { entity, record_id } of rows) {
    const kind = String(entity);
    ids.set(kind, (ids.get(kind) ?? new Set()).add(Number(record_id)));
  }
  return ids;
}
