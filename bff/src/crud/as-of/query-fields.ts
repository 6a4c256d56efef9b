import { columnOf, defaultOrder, fieldOf } from '#crud/entity.ts';
import { valuesOf } from '#crud/list/column-filters.ts';
import { fieldsRequiredToApprove } from '#crud/list/completeness.ts';
import type { ListQuery } from '#crud/list/list-query.ts';
import type { Entity } from '#crud/model.ts';
import { SYSTEM_COLUMNS } from '#crud/rows.ts';

/** What decides which records a query finds and in which order. */
export interface QueryFields {
  names: ReadonlySet<string>;
  /** Whether values depend on it that every change of a record changes, such as the time of the last one. */
  hasValuesOfAnyChange: boolean;
}

/** Their values are the same in all versions of a record, or no field is behind them. The status is among the fields of each query. */
const FIELDLESS_PARAMETERS = new Set(['asOf', 'page', 'pageSize', 'today', 'not', 'status', 'createdBy']);
const UNCHANGING_COLUMNS = new Set(['id', 'create_time', 'created_by', 'status']);
const CHANGE_PARAMETERS = new Set(['updatedBy', 'updatedFrom', 'updatedTo']);

/** Returns the fields that a query depends on, with `status`, the key, the default order and others. */
export function queryFieldsOf(entity: Entity, query: ListQuery, others: string[]): QueryFields {
  const names = new Set(['status', ...entity.keyFields, ...others]);
  let hasValuesOfAnyChange = false;
  const addColumns = (columns: string[]) => {
    for (const column of columns) {
      if (SYSTEM_COLUMNS.includes(column)) hasValuesOfAnyChange = true;
      // the database may compute it from any field
      else for (const name of fieldsOfColumn(entity, column)) names.add(name);
    }
  };
  addColumns(defaultOrder(entity));
  for (const [parameter, value] of Object.entries(query)) {
    const values = valuesOf(value);
    if (values.length === 0 || FIELDLESS_PARAMETERS.has(parameter)) continue;
    // the cast: the contract takes names of columns only
    if (parameter === 'sort') addColumns(columnsOfOrder(entity, values as string[]));
    else if (CHANGE_PARAMETERS.has(parameter)) hasValuesOfAnyChange = true;
    else for (const name of fieldsOfParameter(entity, parameter, values)) names.add(name);
  }
  return { names, hasValuesOfAnyChange };
}

const columnsOfOrder = (entity: Entity, sort: string[]): string[] =>
  sort.map((name) => columnOf(entity, name.replace(/^-/, ''))).filter((column) => !UNCHANGING_COLUMNS.has(column));

function fieldsOfColumn({ fields }: Entity, column: string): string[] {
  const field = fields.find((each) => each.column === column);
  return field ? [field.name] : fields.map(({ name }) => name);
}

function fieldsOfParameter(entity: Entity, parameter: string, values: unknown[]): string[] {
  if (parameter === 'q' || parameter === 'name') return searchedFields(entity);
  if (parameter === 'incomplete') return fieldsRequiredToApprove(entity).map(({ name }) => name);
  // the cast: the contract takes names of fields only
  if (parameter === 'empty' || parameter === 'filled') return values as string[];
  if (fieldOf(entity, parameter)) return [parameter];
  // a list that opens with a filter compares keys and statuses only; other filters may compare any field
  return parameter in entity.defaultConditions ? [] : entity.fields.map(({ name }) => name);
}

const searchedFields = ({ fields }: Entity): string[] => [
  ...['name', 'locales'],
  ...fields.flatMap(({ name, isSearchedAsCode, membersSearchedAsCode }) =>
    isSearchedAsCode || membersSearchedAsCode.length > 0 ? [name] : [],
  ),
];
