import { mapYielding } from '#batch';
import { joinTexts, splitTexts } from '#columns/cells.ts';
import { type ColumnTarget, targetsOf } from '#columns/targets.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { referencedEntityKey } from '#crud/references/reference-paths.ts';
import { type Database, fromJson } from '#database';
import { mayRead } from '#http/caller.ts';
import type { EntityKey, Rule, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import type { ConfiguredImport } from '../stored-import.ts';
import { queryRowsWithCells } from '../stored-row.ts';

/** A value that a text may have meant. */
interface Suggestion {
  value: string;
  /** The record's name; null for an enum value. */
  name: string | null;
}

const MAX_SUGGESTIONS = 3;
const MIN_SCORE = 0.4;
/** The scores of a text that equals another code of the record, and of a text that differs from the record's code in one letter. */
const OTHER_CODE_SCORE = 0.95;
const SIMILAR_CODE_SCORE = 0.6;
const BATCH_ROWS = 2000;

interface ScoredSuggestion extends Suggestion {
  score: number;
}

/** The enum values, most similar to the text first. */
function rankWords(words: readonly string[], text: string): Suggestion[] {
  const pairs = pairsOf(text);
  const scored = words.map((value) => ({
    value: String(value),
    name: null,
    score: likeness(pairs, pairsOf(String(value))),
  }));
  return scored.toSorted((a, b) => b.score - a.score).map(({ value, name }) => ({ value, name }));
}

/** Finds for each text the records with the most similar codes or names, reading all records in batches. */
async function findSimilarRecords(db: Database, entity: Entity, texts: string[]): Promise<Map<string, Suggestion[]>> {
  const bestByText = new Map<string, ScoredSuggestion[]>(texts.map((text) => [text, []]));
  const matchesOf = createMatcher(texts);
  const codes = entity.fields.filter(
    ({ isUpperCase, reference, name }) => isUpperCase && !reference && name !== 'code',
  );
  const columns = ['id', 'code', 'name', 'locales', ...codes.map(({ column }) => column)];
  for (let after = 0, size = BATCH_ROWS; size === BATCH_ROWS; ) {
    const rows: Record<string, unknown>[] = await db(entity.table)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_ROWS)
      .select(columns);
    await mapYielding(rows, (row) => {
      const otherCodes = codes.flatMap(({ column }) => (typeof row[column] === 'string' ? [row[column]] : []));
      for (const [index, score] of matchesOf(String(row.code), namesOf(row), otherCodes)) {
        const best = bestByText.get(texts[index] ?? '');
        if (best) insertBest(best, { value: String(row.code), name: String(row.name), score });
      }
    });
    [after, size] = [Number(rows.at(-1)?.id ?? after), rows.length];
  }
  return new Map([...bestByText].map(([text, best]) => [text, best.map(({ value, name }) => ({ value, name }))]));
}

function insertBest(best: ScoredSuggestion[], suggestion: ScoredSuggestion): void {
  if (suggestion.score < MIN_SCORE) return;
  const index = best.findIndex(({ score }) => score < suggestion.score);
  best.splice(index < 0 ? best.length : index, 0, suggestion);
  best.length = Math.min(best.length, MAX_SUGGESTIONS);
}

function namesOf({ name, locales }: Record<string, unknown>): string[] {
  const translated = Object.values(fromJson<Schemas['Locales'] | null>(locales) ?? {});
  return [...new Set([String(name), ...translated.flatMap((entry) => [entry.name, ...(entry.aliases ?? [])])])];
}

/** Creates a function that scores a record against all texts. An index of letter pairs avoids comparing texts that have none in common. */
function createMatcher(texts: string[]) {
  const folded = texts.map(fold);
  const pairs = texts.map(pairsOf);
  const byPair = new Map<string, number[]>();
  for (const [at, all] of pairs.entries()) for (const pair of all) byPair.set(pair, [...(byPair.get(pair) ?? []), at]);
  const byCode = new Map<string, number[]>();
  for (const [at, text] of folded.entries())
    for (const pattern of codePatterns(text)) byCode.set(pattern, [...(byCode.get(pattern) ?? []), at]);

  return (code: string, names: string[], otherCodes: string[]): Map<number, number> => {
    const scores = new Map<number, number>();
    const raiseScore = (at: number, score: number) => scores.set(at, Math.max(score, scores.get(at) ?? 0));
    for (const pattern of codePatterns(fold(code)))
      for (const at of byCode.get(pattern) ?? []) raiseScore(at, SIMILAR_CODE_SCORE);
    for (const other of otherCodes)
      for (const [at, text] of folded.entries()) if (text === fold(other)) raiseScore(at, OTHER_CODE_SCORE);
    for (const name of names) {
      const pairsOfName = pairsOf(name);
      const commonPairs = new Map<number, number>();
      for (const pair of pairsOfName)
        for (const at of byPair.get(pair) ?? []) commonPairs.set(at, (commonPairs.get(at) ?? 0) + 1);
      for (const [at, count] of commonPairs) raiseScore(at, (2 * count) / (pairsOfName.size + (pairs[at]?.size ?? 0)));
    }
    return scores;
  };
}

const fold = (text: string): string => text.trim().toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');

/** Returns the pairs of neighbouring letters, with a space before the first letter and after the last one. */
function pairsOf(text: string): Set<string> {
  const letters = ['', ...fold(text), ''];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at] || ' '}${letter || ' '}`));
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const commonCount = [...a].filter((pair) => b.has(pair)).length;
  return (2 * commonCount) / (a.size + b.size);
}

const MAX_CODE_LETTERS = 8;

/** A code with a wildcard in place of each letter: codes that share a pattern differ in at most that letter. */
function codePatterns(code: string): string[] {
  if (code.length < 3 || code.length > MAX_CODE_LETTERS || /\s/.test(code)) return [];
  return Array.from(code, (_, at) => `${code.slice(0, at)}?${code.slice(at + 1)}`);
}

type UnmatchedValues = Schemas['ImportValuesAnswer']['data'];

const MAX_VALUES = 100;
const UNMATCHED_RULES: Rule[] = ['unknownReference', 'ambiguousReference', 'enum', 'unknownTimeZone', 'noCodeToCreate'];

/** A cell's text that matches nothing, and how many rows have it. */
interface Unmatched {
  column: number;
  pointer: string;
  rule: Rule;
  cell: string;
  /** The unmatched part of the cell, such as one entry of a list. */
  text: string;
  rows: number;
}

/** Lists the distinct values in an import that match no record, the most frequent ones first, with suggestions from the entities that the caller may read. */
export async function listUnmatchedValues(
  { db, entities }: Pick<CrudContext, 'db' | 'entities'>,
  stored: ConfiguredImport,
  caller: Caller,
): Promise<UnmatchedValues> {
  const entity = entityByKey({ entities }, stored.entity);
  const { unmatched, total } = await readUnmatched(db, stored.id);
  const suggested = await suggestRecords({ db, entities }, entity, unmatched, caller);
  const targets = targetsOf(entity);
  const items = unmatched.map((each) => {
    const { column, pointer, rule, cell, rows } = each;
    const entityKey = referencedEntityKey(entity, pointer) ?? null;
    const target = targets.find((each) => pointer === each.pointer || pointer.startsWith(`${each.pointer}/`));
    const matches = entityKey ? (suggested.get(entityKey)?.get(each.text) ?? []) : suggestWords(target, each);
    return {
      column: stored.columns?.[column] ?? '',
      pointer: target?.pointer ?? pointer,
      rule,
      value: cell,
      rows,
      entity: entityKey,
      suggestions: matches.flatMap(({ value, name }) => {
        const wholeCell = replaceInCell(target, each, value);
        return wholeCell === undefined ? [] : { value: wholeCell, name };
      }),
    };
  });
  return { items, total };
}

const PROBLEMS_SQL = `JSON_TABLE(import_row.problems, '$[*]' COLUMNS (
  col INT PATH '$.column', rule VARCHAR(40) PATH '$.rule', pointer VARCHAR(200) PATH '$.pointer',
  text VARCHAR(400) PATH '$.parameters.value')) AS problem`;
// compared byte by byte, as texts that differ in case are different values
const CELL_SQL = `CAST(JSON_UNQUOTE(JSON_EXTRACT(first_row_of_line.cells, CONCAT('$[', problem.col, ']'))) AS BINARY)`;

async function readUnmatched(db: Database, importId: number): Promise<{ unmatched: Unmatched[]; total: number }> {
  const values = queryRowsWithCells(db, importId)
    .joinRaw(`JOIN ${PROBLEMS_SQL}`)
    .where('import_row.state', 'refused')
    .whereIn('problem.rule', UNMATCHED_RULES)
    .whereNotNull('problem.col')
    .groupByRaw(`problem.col, problem.rule, ${CELL_SQL}`)
    .select({
      column: 'problem.col',
      rule: 'problem.rule',
      cell: db.raw(CELL_SQL),
      rows: db.raw('COUNT(DISTINCT import_row.n)'),
      pointer: db.raw('MIN(problem.pointer)'),
      text: db.raw('MIN(problem.text)'),
    });
  const [valueRows, total] = await Promise.all([
    values.clone().orderBy('rows', 'desc').orderBy('cell').limit(MAX_VALUES),
    db.from(values.clone().as('each')).count({ n: '*' }).first(),
  ]);
  const unmatched = valueRows.map(
    ({ column, rule, cell: bytes, rows, pointer, text }: Record<string, unknown>): Unmatched => {
      const wholeCell = String(bytes);
      // problems contain shortened values, so long ones are taken from the cell
      const part =
        typeof text === 'string' && wholeCell.includes(text) && wholeCell.trim().length <= 100
          ? text
          : wholeCell.trim();
      return {
        column: Number(column),
        pointer: String(pointer),
        cell: wholeCell,
        text: part,
        rows: Number(rows),
        // the query asks for these rules only
        rule: rule as Rule,
      };
    },
  );
  return { unmatched, total: Number(total?.n) };
}

async function suggestRecords(
  { db, entities }: Pick<CrudContext, 'db' | 'entities'>,
  entity: Entity,
  unmatched: Unmatched[],
  caller: Caller,
): Promise<Map<EntityKey, Map<string, Suggestion[]>>> {
  const texts = new Map<EntityKey, Set<string>>();
  for (const { pointer, text } of unmatched) {
    const entityKey = referencedEntityKey(entity, pointer);
    if (entityKey && mayRead(caller, entityKey)) texts.set(entityKey, (texts.get(entityKey) ?? new Set()).add(text));
  }
  const suggestions = new Map<EntityKey, Map<string, Suggestion[]>>();
  for (const [entityKey, entityTexts] of texts)
    suggestions.set(entityKey, await findSimilarRecords(db, entityByKey({ entities }, entityKey), [...entityTexts]));
  return suggestions;
}

const suggestWords = (target: ColumnTarget | undefined, { text }: Unmatched): Suggestion[] =>
  target?.schema.enum ? rankWords(target.schema.enum, text) : [];

/** Replaces the unmatched part of a cell; returns undefined if the cell is neither that part nor a list. */
function replaceInCell(
  target: ColumnTarget | undefined,
  { cell: wholeCell, text }: Unmatched,
  value: string,
): string | undefined {
  if (wholeCell.trim() === text.trim()) return value;
  if (target?.cellFormat !== 'texts') return undefined;
  const entries = splitTexts(wholeCell);
  if (!entries.every((entry) => typeof entry === 'string') || !entries.includes(text)) return undefined;
  return joinTexts(entries.map((entry) => (entry === text ? value : entry)));
}
