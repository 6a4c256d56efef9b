import { type Entity, enums } from '#api/facts.gen.ts';
import { type LogAddress, type PartOf, readAddress } from '#logs/log-address.ts';

/** What the list's address says. */
export interface ImportsSearch extends Pick<LogAddress, 'cursor' | 'pageSize'> {
  kind?: Entity;
}

export type ImportsPart = PartOf<ImportsSearch>;

const kindIn = (raw: Record<string, unknown>): Entity | undefined => enums.Entity.find((kind) => kind === raw.kind);

/** Takes from an address what the page understands; the rest is dropped, never an error. */
export function importsSearch(raw: Record<string, unknown>): ImportsSearch {
  const {
    from: _from,
    to: _to,
    id: _id,
    ...search
  } = readAddress<ImportsSearch & LogAddress>(raw, { kind: kindIn(raw) });
  return search;
}

/** Where an import begins: for which kind, if that is known. */
export const parseNewImportSearch = (raw: Record<string, unknown>): Pick<ImportsSearch, 'kind'> => {
  const kind = kindIn(raw);
  return kind ? { kind } : {};
};
