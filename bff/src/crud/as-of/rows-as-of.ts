import type { Knex } from 'knex';
import { mapYielding } from '#batch';
import { columnOf, defaultOrder, fieldOf } from '#crud/entity.ts';
import { valuesOf } from '#crud/list/column-filters.ts';
import { createSearchMatcher, filteredRows, usesTextSearch } from '#crud/list/filter.ts';
import { type ListQuery, type Ordering, toComparableOrderings } from '#crud/list/list-query.ts';
import { searchText } from '#crud/list/search-text.ts';
import type { Entity, EntityRecord, Field, RecordState } from '#crud/model.ts';
import { collectReferences } from '#crud/references/reference-paths.ts';
import { columnsOf, SYSTEM_COLUMNS, toRow } from '#crud/rows.ts';
import { insertAll, sqlTime, type Transaction } from '#database';
import { invalid } from '#http/problem.ts';
import type { Moment } from './moment.ts';
import { queryFieldsOf } from './query-fields.ts';
import { findDifferentStates } from './records-as-of.ts';

/** With up to this many changed records, a list takes any filter and order. */
const MAX_CHANGED = 10_000;
/** The greatest number of ids. */
const MAX_RECORDS = 2 ** 32;

// temporary tables, which only this connection sees
const CHANGED = 'as_of_changed';
const STATES = 'as_of_state';

/** The rows of a list that come from one table: the entity's own, or `STATES` for the records that are not as they are now. */
export interface RowsPart {
  entity: Entity;
  /** Builds a query of the rows that match all conditions except for the status. */
  rows: () => Knex.QueryBuilder;
  orderings: Ordering[];
}

/**
 * Runs `read` on the rows that a list finds at a moment. The states of the records that are not as they are now are in a temporary table
 * with the columns of the entity's own, so that filters and orders are those of any list. @throws Problem `validationError`
 */
export async function readRowsAsOf<T>(
  trx: Transaction,
  entity: Entity,
  moment: Moment,
  { query, withLocales = false }: { query: ListQuery; withLocales?: boolean },
  read: (parts: [RowsPart, RowsPart]) => Promise<T>,
): Promise<T> {
  refuseParameters(['openProposal', 'mine'].filter((name) => query[name] !== undefined));
  const costlyParameters = costlyParametersOf(entity, query);
  const fields = queryFieldsOf(entity, query, withLocales ? ['locales'] : []);
  const limit = costlyParameters.length > 0 ? MAX_CHANGED + 1 : MAX_RECORDS;
  const different = await findDifferentStates(trx, entity, moment, { fields, limit });
  if (different.count > MAX_CHANGED) refuseParameters(costlyParameters);
  const stateEntity = toStateEntity(entity, fields.names);
  await createTables(trx, entity, stateEntity);
  try {
    let count = 0;
    for await (const states of different.states) {
      count += states.length;
      if (count > MAX_CHANGED) refuseParameters(costlyParameters);
      await insertStates(trx, entity, stateEntity, states, query);
    }
    return await read(await toParts(trx, entity, stateEntity, { ...query, asOf: moment.time.toISOString() }));
  } finally {
    await dropTables(trx, stateEntity);
  }
}

function refuseParameters(names: string[]): void {
  if (names.length > 0)
    throw invalid(...names.map((name) => ({ pointer: `/query/${name}`, rule: 'notAsOf' as const })));
}

/** The fields by which any number of changed records is filtered and ordered: codes, what stands for them, names and references. */
const plainNames = (entity: Entity): string[] => [
  ...entity.fields.filter(({ reference, referenceList }) => reference ?? referenceList).map(({ name }) => name),
  ...entity.keyFields,
  ...entity.fields.filter(({ column }) => defaultOrder(entity).includes(column)).map(({ name }) => name),
  'name',
];

const FREE_PARAMETERS = new Set(['asOf', 'page', 'pageSize', 'status', 'not', 'today', 'name']);

/** Returns the parameters that need further columns of all changed records. */
const costlyParametersOf = (entity: Entity, query: ListQuery): string[] =>
  Object.keys(query).filter(
    (name) =>
      valuesOf(query[name]).length > 0 &&
      !FREE_PARAMETERS.has(name) &&
      !plainNames(entity).includes(name) &&
      // a list that opens with a filter opens with it on any day
      !(name in entity.defaultConditions) &&
      !(name === 'sort' && query.sort?.every((column) => defaultOrder(entity).includes(columnOf(entity, column)))),
  );

/** The entity of the states: some of its fields, with the codes of references instead of ids. */
function toStateEntity(entity: Entity, names: ReadonlySet<string>): Entity {
  const fields = entity.fields
    .filter(({ name }) => names.has(name))
    .map((field): Field => {
      const { reference, referenceList, ...plain } = field;
      if (reference) return { ...plain, kind: 'text', isUpperCase: true };
      if (!referenceList) return field;
      return { ...field, referenceList: { ...referenceList, table: `${STATES}_${field.column}`, codeColumn: 'code' } };
    });
  return { ...entity, table: STATES, fields };
}

const listTables = ({ fields }: Entity) => fields.flatMap(({ referenceList }) => referenceList?.table ?? []);

const CODE = 'VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

async function createTables(trx: Transaction, entity: Entity, stateEntity: Entity): Promise<void> {
  await dropTables(trx, stateEntity);
  await trx.raw('CREATE TEMPORARY TABLE ?? (id INT UNSIGNED NOT NULL PRIMARY KEY)', [CHANGED]);
  for (const table of listTables(stateEntity))
    await trx.raw(
      `CREATE TEMPORARY TABLE ?? (record_id INT UNSIGNED NOT NULL, code ${CODE} NOT NULL, KEY (record_id))`,
      [table],
    );
  const referenceColumns = columnsOf(stateEntity).filter((column) =>
    entity.fields.some((field) => field.reference && field.column === column),
  );
  const copied = [...columnsOf(stateEntity).filter((column) => !referenceColumns.includes(column)), ...SYSTEM_COLUMNS];
  const definitions = [
    ...referenceColumns.map((column) => `\`${column}\` ${CODE} NULL`),
    ...(await derivedColumns(trx, entity, copied)),
    'PRIMARY KEY (id)',
  ];
  await trx.raw(`CREATE TEMPORARY TABLE ?? (${definitions.join(', ')}) SELECT ??, search FROM ?? WHERE FALSE`, [
    STATES,
    copied,
    entity.table,
  ]);
}

/** Returns the definitions of the columns by which lists are filtered and that the database computes from the copied ones. */
async function derivedColumns(trx: Transaction, entity: Entity, copied: string[]): Promise<string[]> {
  const names = entity.filters
    .filter((name) => !fieldOf(entity, name))
    .map((name) => columnOf(entity, name))
    .filter((column) => !copied.includes(column));
  if (names.length === 0) return [];
  const rows = await trx('information_schema.columns')
    .whereRaw('table_schema = DATABASE()')
    .where('table_name', entity.table)
    .whereIn('column_name', names)
    .whereNotNull('generation_expression')
    .select({
      name: 'column_name',
      type: 'column_type',
      collation: 'collation_name',
      formula: 'generation_expression',
    });
  return rows
    .filter(({ formula }) => copied.some((column) => formula.includes(`\`${column}\``)))
    .map(({ name, type, collation, formula }) => `\`${name}\` ${type} COLLATE ${collation} AS (${formula}) VIRTUAL`);
}

async function dropTables(trx: Transaction, stateEntity: Entity): Promise<void> {
  for (const table of [CHANGED, STATES, ...listTables(stateEntity)])
    await trx.raw('DROP TEMPORARY TABLE IF EXISTS ??', [table]);
}

async function insertStates(
  trx: Transaction,
  entity: Entity,
  stateEntity: Entity,
  states: RecordState[],
  query: ListQuery,
): Promise<void> {
  await insertAll(
    trx,
    CHANGED,
    states.map(({ id }) => ({ id })),
  );
  const isFound = createSearchMatcher(query);
  const all = await mapYielding(
    states.flatMap(({ record }) => record ?? []),
    (record) => ({ record, ...(usesTextSearch(query) ? { search: searchText(entity, record) } : {}) }),
  );
  // a filter of the entity's own may compare records with others that are not found
  const found = all.filter(({ search }) => entity.customFilters || search === undefined || isFound(search));
  const records = found.map(({ record }) => record);
  const rows = await mapYielding(found, ({ record, ...search }) => ({
    ...toRow(stateEntity, { fields: record, refs: {} }),
    ...systemRow(record),
    ...search,
  }));
  await insertAll(trx, STATES, rows);
  for (const { name: list, referenceList } of stateEntity.fields) {
    if (!referenceList) continue;
    const entries = records.flatMap((record) =>
      collectReferences(entity, { [list]: record[list] }).map(({ code }) => ({ record_id: record.id, code })),
    );
    await insertAll(trx, referenceList.table, entries);
  }
}

const systemRow = ({ id, status, version, createTime, updateTime, createdBy, updatedBy }: EntityRecord) => ({
  id,
  status,
  version,
  create_time: sqlTime(createTime),
  update_time: sqlTime(updateTime),
  created_by: createdBy,
  updated_by: updatedBy,
});

async function toParts(
  trx: Transaction,
  entity: Entity,
  stateEntity: Entity,
  query: ListQuery,
): Promise<[RowsPart, RowsPart]> {
  const unchanged = (rows: Knex.QueryBuilder) => rows.whereNotIn('id', trx(CHANGED).select('id'));
  const columns = [...columnsOf(stateEntity), ...SYSTEM_COLUMNS];
  const all = () =>
    trx.from(
      trx.unionAll([unchanged(trx(entity.table)).select(columns), trx(STATES).select(columns)], true).as(entity.table),
    );
  const liveRows = await filteredRows(trx, entity, query, { all, hasTextIndex: true });
  const stateRows = await filteredRows(trx, stateEntity, query, { all, hasTextIndex: false });
  return [
    { entity, rows: () => unchanged(liveRows()), orderings: toComparableOrderings(trx, entity, query) },
    { entity: stateEntity, rows: stateRows, orderings: toComparableOrderings(trx, stateEntity, query) },
  ];
}
