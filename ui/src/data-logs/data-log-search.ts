import { type EntityKey, enums, type Schemas } from '#api/metadata.gen.ts';
import { idNumber } from '#crud/list/list-search.ts';
import { toTimeRange } from '#i18n/viewer-days.ts';
import { type LogSearch, pageQuery, parseLogSearch, type SearchPatch, shortText } from '#logs/log-search.ts';

export type Action = Schemas['Action'];

/** The typed URL parameters (the router's “search”) of the data log. */
export interface DataLogSearch extends LogSearch {
  entity?: EntityKey;
  /** The id of a record of `entity`, set by links from a record's history. */
  recordId?: number;
  code?: string;
  actor?: string;
  action?: Action;
  /** A field of `entity`, and its values before and after the change. */
  field?: string;
  before?: string;
  after?: string;
  /** The task whose changes are shown. */
  task?: number;
  /** The id of the open view; `none` shows all changes although the log has a default view. */
  savedView?: number | 'none';
}

export type DataLogSearchPatch = SearchPatch<DataLogSearch>;

export const conditions = [
  'entity',
  'recordId',
  'code',
  'actor',
  'action',
  'field',
  'before',
  'after',
  'task',
  'from',
  'to',
] as const;
export const noConditions: DataLogSearchPatch = Object.fromEntries(conditions.map((name) => [name, undefined]));

/** Parses the URL parameters of the data log; drops unknown and invalid ones. */
export function parseDataLogSearch(raw: Record<string, unknown>): DataLogSearch {
  const entity = enums.Entity.find((kind) => kind === raw.entity);
  // a field is meaningless without its entity, and a value without its field
  const field = entity && shortText(raw.field, 40);
  return parseLogSearch<DataLogSearch>(raw, {
    entity,
    // an id is meaningless without its entity
    recordId: entity && idNumber(raw.recordId),
    code: shortText(raw.code, 40),
    actor: shortText(raw.actor, 60),
    action: enums.Action.find((action) => action === raw.action),
    field,
    before: field && shortText(raw.before, 200),
    after: field && shortText(raw.after, 200),
    task: idNumber(raw.task),
    savedView: raw.savedView === 'none' ? raw.savedView : idNumber(raw.savedView),
  });
}

/** Returns the filters as query parameters. */
export const toFilter = ({ from, to, ...search }: DataLogSearch) => ({
  ...foldedLogConditions(search),
  ...otherConditions(search),
  ...toTimeRange({ from, to }),
});

const foldedLogConditions = ({ entity, actor }: DataLogSearch) => ({
  ...(entity ? { entity } : {}),
  ...(actor ? { actor } : {}),
});

const otherConditions = ({ recordId, code, action, field, before, after, task }: DataLogSearch) => ({
  ...(recordId ? { recordId } : {}),
  ...(code ? { code } : {}),
  ...(action ? { action } : {}),
  ...(field ? { field } : {}),
  ...(before ? { before } : {}),
  ...(after ? { after } : {}),
  ...(task ? { task } : {}),
});

/** Whether the changes of a task are shown as one row: only while no filter other than entity, actor and days is set. */
export const isFolded = (search: DataLogSearch): boolean => Object.keys(otherConditions(search)).length === 0;

/** Returns the query parameters of the requested page. */
export const toQuery = (search: DataLogSearch) => ({ ...toFilter(search), ...pageQuery(search) });
