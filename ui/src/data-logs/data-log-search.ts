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

/** What the address of the data log says. */
export interface DataLogSearch extends LogAddress {
  entity?: Entity;
  /** Of that kind: whoever comes from a record. */
  recordId?: number;
  code?: string;
  actor?: string;
  action?: Action;
}

export type DataLogPart = SearchPatch<DataLogSearch>;

export const conditions = ['entity', 'recordId', 'code', 'actor', 'action', 'from', 'to'] as const;
export const noConditions: DataLogPart = Object.fromEntries(conditions.map((name) => [name, undefined]));

/** Takes from an address what the log understands; the rest is dropped, never an error. */
export function dataLogSearch(raw: Record<string, unknown>): DataLogSearch {
  const entity = enums.Entity.find((kind) => kind === raw.entity);
  return readAddress<DataLogSearch>(raw, {
    entity,
    // an id says nothing without its kind
    recordId: entity && idNumber(raw.recordId),
    code: shortText(raw.code, 40),
    actor: shortText(raw.actor, 60),
    action: enums.Action.find((action) => action === raw.action),
  });
}

/** The conditions as the server takes them. */
export const toFilter = ({ entity, recordId, code, actor, action, from, to }: DataLogSearch) => ({
  ...(entity ? { entity } : {}),
  ...(recordId ? { recordId } : {}),
  ...(code ? { code } : {}),
  ...(actor ? { actor } : {}),
  ...(action ? { action } : {}),
  ...toTimeRange({ from, to }),
});

/** The page asked for. */
export const toQuery = (search: DataLogSearch) => ({ ...toFilter(search), ...pageQuery(search) });
