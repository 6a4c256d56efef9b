import { enums } from '#api/metadata.gen.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import type { ExportSource } from '#crud/export/export-path.ts';
import { recordFilterQuery } from '#crud/list/list-query.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { asOfQuery } from '#crud/read/viewed-day.ts';

/** The maximum length of the contract's `RecordIds`. */
export const mostSelected = 100;

const recordsOf = ({ resource }: EntityUi, query: ExportSource['query']): ExportSource => ({
  path: `${resource}/export`,
  query,
  formats: enums.FileFormat,
});

/** Returns the export of all pages of a list. */
export const exportOfList = (entity: EntityUi, search: ListSearch) =>
  recordsOf(entity, recordFilterQuery(entity.key, search));

/** Returns the export of the selected records, regardless of the list's filters. */
export const exportOfSelected = (entity: EntityUi, ids: Iterable<number>) =>
  recordsOf(entity, { ids: [...ids].join(), ...asOfQuery() });
