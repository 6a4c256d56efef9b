import { type Entity, enums } from '#api/facts.gen.ts';
import { type LogAddress, readAddress, type SearchPatch } from '#logs/log-address.ts';

/** The search parameters of the list of imports. */
export interface ImportsSearch extends Pick<LogAddress, 'cursor' | 'pageSize'> {
  kind?: Entity;
}

export type ImportsSearchPatch = SearchPatch<ImportsSearch>;

const parseKind = (raw: Record<string, unknown>): Entity | undefined =>
  enums.Entity.find((entity) => entity === raw.kind);

/** Parses the search parameters and drops unknown or malformed ones. */
export function parseImportsSearch(raw: Record<string, unknown>): ImportsSearch {
  const {
    from: _from,
    to: _to,
    id: _id,
    ...search
  } = readAddress<ImportsSearch & LogAddress>(raw, { kind: parseKind(raw) });
  return search;
}

/** Parses the search parameters of the page that starts an import. */
export const parseNewImportSearch = (raw: Record<string, unknown>): Pick<ImportsSearch, 'kind'> => {
  const kind = parseKind(raw);
  return kind ? { kind } : {};
};
