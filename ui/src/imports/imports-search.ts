import { type EntityKey, enums } from '#api/metadata.gen.ts';
import { type LogSearch, parseLogSearch, type SearchPatch } from '#logs/log-search.ts';

/** The typed URL parameters (the router's “search”) of the list of imports. */
export interface ImportsSearch extends Pick<LogSearch, 'cursor' | 'pageSize'> {
  kind?: EntityKey;
}

export type ImportsSearchPatch = SearchPatch<ImportsSearch>;

const parseKind = (raw: Record<string, unknown>): EntityKey | undefined =>
  enums.Entity.find((entity) => entity === raw.kind);

/** Parses the URL parameters and drops unknown or malformed ones. */
export function parseImportsSearch(raw: Record<string, unknown>): ImportsSearch {
  const {
    from: _from,
    to: _to,
    id: _id,
    ...search
  } = parseLogSearch<ImportsSearch & LogSearch>(raw, { kind: parseKind(raw) });
  return search;
}

/** Parses the URL parameters of the page that starts an import. */
export const parseNewImportSearch = (raw: Record<string, unknown>): Pick<ImportsSearch, 'kind'> => {
  const kind = parseKind(raw);
  return kind ? { kind } : {};
};
