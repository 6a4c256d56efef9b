import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { type ColumnTarget, targetOf, targetsOf } from '#columns/targets.ts';
import { fieldOf } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import { type Database, fromJson } from '#database';

/** A column of an exported file; its key is the heading, '' for a last column without one. */
export type ExportColumn = Pick<ColumnTarget, 'key' | 'pointer' | 'cellFormat'>;

/** The columns and records of an exported file. */
export interface ExportTable {
  columns: ExportColumn[];
  /** Anything that the pointers of the columns can be read from: records, or arrays of texts. */
  records: AsyncGenerator<object[]>;
  /** Whom the licences of the data ask to be named, for formats that have a place for it. */
  attribution?: string;
}

/** Creates a stream of the file; destroying the stream ends the reading. */
export type ExportFormat = (table: ExportTable) => Readable;

// system values, which imports ignore
const SYSTEM_COLUMNS: ExportColumn[] = [
  { key: 'id', pointer: '/id', cellFormat: 'number' },
  { key: 'status', pointer: '/status', cellFormat: 'text' },
  { key: 'version', pointer: '/version', cellFormat: 'number' },
  { key: 'updateTime', pointer: '/updateTime', cellFormat: 'time' },
  { key: 'updatedBy', pointer: '/updatedBy', cellFormat: 'text' },
];
const DEFAULT_LANGUAGES = ['zh-CN', 'en'];
// an import accepts at most 150 columns
const MAX_LANGUAGES = 40;

/** Determines the columns of an export: all fields, names in each of the languages, and system values. */
export function exportColumns(entity: Entity, languages: ReadonlySet<string>): ExportColumn[] {
  const columnLanguages = [...new Set([...DEFAULT_LANGUAGES, ...[...languages].sort()])];
  if (columnLanguages.length > MAX_LANGUAGES)
    return [...fieldColumnsOf(entity, DEFAULT_LANGUAGES), ...fieldColumn(entity, 'locales'), ...SYSTEM_COLUMNS];
  return [...fieldColumnsOf(entity, fieldOf(entity, 'locales') ? columnLanguages : []), ...SYSTEM_COLUMNS];
}

/** Returns the columns of all fields; fields with parts are split into those. */
export function fieldColumnsOf(entity: Entity, languages: string[]): ColumnTarget[] {
  const targets = targetsOf(entity, languages);
  const fieldsWithParts = new Set(targets.filter(({ isPart }) => isPart).map(({ field }) => field.name));
  return targets.filter(({ isPart, field }) => isPart || !fieldsWithParts.has(field.name));
}

const fieldColumn = (entity: Entity, key: string): ExportColumn[] => {
  const target = targetOf(entity, key);
  return target ? [target] : [];
};

/** Reads the languages that any of these rows have names in. */
export async function readLanguages(db: Database, entity: Entity, rows: Knex.QueryBuilder): Promise<Set<string>> {
  if (!fieldOf(entity, 'locales')) return new Set();
  const languageLists: { languages: unknown }[] = await rows.distinct(db.raw('JSON_KEYS(locales) AS languages'));
  return new Set(languageLists.flatMap(({ languages }) => fromJson<string[] | null>(languages) ?? []));
}
