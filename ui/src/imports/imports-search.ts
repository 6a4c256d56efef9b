import { type Entity, enums } from '#api/facts.gen.ts';
import { type LogAddress, readAddress, type SearchPatch } from '#logs/log-address.ts';

/** The search parameters of the list. */
export interface ImportsSearch extends Pick<LogAddress, 'cursor' | 'pageSize'> {
  kind?: Entity;
}

export type ImportsSearchPatch = SearchPatch<ImportsSearch>;

const kindIn = (raw: Record<string, unknown>): Entity | undefined => enums.Entity.find((kind) => kind === raw.kind);

/** Unknown or malformed parameters are dropped. */
export function parseImportsSearch(raw: Record<string, unknown>): ImportsSearch {
  const {
    from: _from,
    to: _to,
    id: _id,
    ...search
  } = readAddress<ImportsSearch & LogAddress>(raw, { kind: kindIn(raw) });
  return search;
}

/** The search parameters of the page that starts an import. */
export const parseNewImportSearch = (raw: Record<string, unknown>): Pick<ImportsSearch, 'kind'> => {
  const kind = kindIn(raw);
  return kind ? { kind } : {};
};
