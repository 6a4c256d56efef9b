import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { type ImportTarget, targetOf, targetsOf } from '#columns/targets.ts';
import { fieldOf } from '#crud/entity.ts';
import type { Entity, EntityRecord } from '#crud/model.ts';
import { type Database, fromJson } from '#database';

/** A column of a file; its key is what its head says. */
export type Column = Pick<ImportTarget, 'key' | 'pointer' | 'cellFormat'>;

/** What a file is made of. */
export interface Table {
  columns: Column[];
  records: AsyncGenerator<EntityRecord[]>;
}

/** Makes a file as it is taken; who goes away ends the reading. */
export type Format = (table: Table) => Readable;

// what no import takes: the service's own
const SYSTEM_COLUMNS: Column[] = [
  { key: 'id', pointer: '/id', cellFormat: 'number' },
  { key: 'status', pointer: '/status', cellFormat: 'text' },
  { key: 'version', pointer: '/version', cellFormat: 'number' },
  { key: 'updateTime', pointer: '/updateTime', cellFormat: 'time' },
  { key: 'updatedBy', pointer: '/updatedBy', cellFormat: 'text' },
];
const DEFAULT_LANGUAGES = ['zh-CN', 'en'];
// a table for people; an import takes 150 columns
const MAX_LANGUAGES = 40;

/** The columns of these rows of a kind: each field, names in each language that they have, and the service's own. */
export async function readExportColumns(
  db: Database,
  entity: Entity,
  rows: () => Knex.QueryBuilder,
): Promise<Column[]> {
  const languages = fieldOf(entity, 'locales') ? await languagesOf(db, rows()) : [];
  if (languages.length > MAX_LANGUAGES)
    return [
      ...withLanguageColumns(entity, DEFAULT_LANGUAGES),
      ...wholeFieldColumn(entity, 'locales'),
      ...SYSTEM_COLUMNS,
    ];
  return [...withLanguageColumns(entity, languages), ...SYSTEM_COLUMNS];
}

/** Fields that have parts stand as their parts. */
function withLanguageColumns(entity: Entity, languages: string[]): Column[] {
  const targets = targetsOf(entity, languages);
  const divided = new Set(targets.filter(({ isPart }) => isPart).map(({ field }) => field.name));
  return targets.filter(({ isPart, field }) => isPart || !divided.has(field.name));
}

const wholeFieldColumn = (entity: Entity, key: string): Column[] => {
  const target = targetOf(entity, key);
  return target ? [target] : [];
};

async function languagesOf(db: Database, rows: Knex.QueryBuilder): Promise<string[]> {
  const languageLists: { languages: unknown }[] = await rows.distinct(db.raw('JSON_KEYS(locales) AS languages'));
  const all = languageLists.flatMap(({ languages }) => fromJson<string[] | null>(languages) ?? []);
  return [...new Set([...DEFAULT_LANGUAGES, ...all.sort()])];
}
