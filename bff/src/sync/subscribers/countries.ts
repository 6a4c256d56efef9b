import { toLabel } from '#crud/labels.ts';
import { lockByCode } from '#crud/reference-paths.ts';
import { type Database, fromJson, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { type FieldProblem, invalid } from '#http/problem.ts';

/**
 * The ids of the countries of these codes, each once, in order. Throws `unknownReference` at each code that no country has.
 * The countries are locked: none is renamed or deleted before the filter is written.
 */
export async function countryIds(trx: Transaction, codes: string[]): Promise<number[]> {
  const places = codes.map((code, index) => ({
    pointer: `/filter/countries/${index}`,
    kind: 'country' as const,
    code: code.toUpperCase(),
  }));
  const ids = await lockByCode(trx, places);
  const unknown = places.filter(({ code }) => !ids.has(`country ${code}`));
  if (unknown.length > 0)
    throw invalid(...unknown.map(({ pointer }): FieldProblem => ({ pointer, rule: 'unknownReference' })));
  return [...new Set(ids.values())].sort((a, b) => a - b);
}

export interface Countries {
  /** Of an id: today's code, or the last one of a country that was deleted. */
  codeOf(id: number): string;
  labels: Schemas['Labels'];
}

/** A country of which nothing is known any more: a code that none can have. */
const forgotten = '?';

/** What these countries are called; two statements at most, however many they are. */
export async function readCountries(db: Database, ids: number[]): Promise<Countries> {
  const rows = ids.length === 0 ? [] : await db('country').whereIn('id', ids).select('id', 'code', 'name', 'locales');
  const codes = new Map<number, string>(rows.map(({ id, code }) => [id, code]));
  const gone = ids.filter((id) => !codes.has(id));
  // the last row of each counts
  const logged = db('data_log').where('entity', 'country').whereIn('record_id', gone).orderBy('seq');
  if (gone.length > 0) for (const { record_id, code } of await logged) codes.set(record_id, code);
  const labels = rows.map(({ code, name, locales }) => [code, toLabel(name, fromJson(locales))]);
  return {
    codeOf: (id) => codes.get(id) ?? forgotten,
    labels: rows.length > 0 ? { country: Object.fromEntries(labels) } : {},
  };
}
