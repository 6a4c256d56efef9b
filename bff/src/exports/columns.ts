import type { Knex } from 'knex';
import { targetOf, targetsOf } from '#columns/targets.ts';
import { fieldOf } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import { type Database, fromJson } from '#database';
import type { Column } from './format.ts';

// what no import takes: the service's own
const own: Column[] = [
  { key: 'id', pointer: '/id', form: 'number' },
  { key: 'status', pointer: '/status', form: 'text' },
  { key: 'version', pointer: '/version', form: 'number' },
  { key: 'updateTime', pointer: '/updateTime', form: 'time' },
  { key: 'updatedBy', pointer: '/updatedBy', form: 'text' },
];
const usual = ['zh-CN', 'en'];
// a table for people; an import takes 150 columns
const mostLanguages = 40;

/** The columns of these rows of a kind: each field, names in each language that they have, and the service's own. */
export async function columnsOf(db: Database, entity: Entity, rows: () => Knex.QueryBuilder): Promise<Column[]> {
  const languages = fieldOf(entity, 'locales') ? await languagesOf(db, rows()) : [];
  if (languages.length > mostLanguages) return [...withNames(entity, usual), ...whole(entity, 'locales'), ...own];
  return [...withNames(entity, languages), ...own];
}

/** Fields that have parts stand as their parts. */
function withNames(entity: Entity, languages: string[]): Column[] {
  const targets = targetsOf(entity, languages);
  const divided = new Set(targets.filter(({ isPart }) => isPart).map(({ field }) => field.name));
  return targets.filter(({ isPart, field }) => isPart || !divided.has(field.name));
}

const whole = (entity: Entity, key: string): Column[] => {
  const target = targetOf(entity, key);
  return target ? [target] : [];
};

async function languagesOf(db: Database, rows: Knex.QueryBuilder): Promise<string[]> {
  const found: { languages: unknown }[] = await rows.distinct(db.raw('JSON_KEYS(locales) AS languages'));
  const all = found.flatMap(({ languages }) => fromJson<string[] | null>(languages) ?? []);
  return [...new Set([...usual, ...all.sort()])];
}
