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
}

export type DataLogPart = SearchPatch<DataLogSearch>;

export const conditions = ['entity', 'recordId', 'code', 'actor', 'action', 'from', 'to'] as const;
export const noConditions: DataLogPart = Object.fromEntries(conditions.map((name) => [name, undefined]));

/** Parses the URL parameters of the data log; drops unknown and invalid ones. */
export function parseDataLogSearch(raw: Record<string, unknown>): DataLogSearch {
  const entity = enums.Entity.find((kind) => kind === raw.entity);
  return parseLogSearch<DataLogSearch>(raw, {
    entity,
    // an id is meaningless without its entity
    recordId: entity && idNumber(raw.recordId),
    code: shortText(raw.code, 40),
    actor: shortText(raw.actor, 60),
    action: enums.Action.find((action) => action === raw.action),
  });
}

/** Returns the filters as query parameters. */
export const toFilter = ({ entity, recordId, code, actor, action, from, to }: DataLogSearch) => ({
  ...(entity ? { entity } : {}),
  ...(recordId ? { recordId } : {}),
  ...(code ? { code } : {}),
  ...(actor ? { actor } : {}),
  ...(action ? { action } : {}),
  ...toTimeRange({ from, to }),
});

/** Returns the query parameters of the requested page. */
export const toQuery = (search: DataLogSearch) => ({ ...toFilter(search), ...pageQuery(search) });
