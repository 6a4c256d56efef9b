import { type Entity, enums, type Schemas } from '#api/facts.gen.ts';
import { idNumber } from '#crud/list/list-search.ts';
import {
  type LogAddress,
  pageQuery,
  readAddress,
  type SearchPatch,
  shortText,
  toTimeRange,
} from '#logs/log-address.ts';

export type Action = Schemas['Action'];

/** The search parameters of the data log. */
export interface DataLogSearch extends LogAddress {
  entity?: Entity;
  /** The id of a record of `entity`, set by links from a record's history. */
  recordId?: number;
  code?: string;
  actor?: string;
  action?: Action;
}

export type DataLogPart = SearchPatch<DataLogSearch>;

export const conditions = ['entity', 'recordId', 'code', 'actor', 'action', 'from', 'to'] as const;
export const noConditions: DataLogPart = Object.fromEntries(conditions.map((name) => [name, undefined]));

/** Parses the search parameters of the data log; drops unknown and invalid ones. */
export function dataLogSearch(raw: Record<string, unknown>): DataLogSearch {
  const entity = enums.Entity.find((kind) => kind === raw.entity);
  return readAddress<DataLogSearch>(raw, {
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
