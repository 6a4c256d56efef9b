import { mapYielding } from '#batch';
import { joinTexts, splitTexts } from '#columns/cells.ts';
import { type Target, targetsOf } from '#columns/targets.ts';
import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { referencedKind } from '#crud/reference-paths.ts';
import { type Database, fromJson } from '#database';
import type { EntityKey, Rule, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { mayRead } from '#http/permissions.ts';
import type { ConfiguredImport } from '../stored-import.ts';
import { rowsWithCells } from '../stored-row.ts';

/** What a text may stand for. */
interface Suggestion {
  value: string;
  /** Of the record. */
  name: string | null;
}

const MAX_SUGGESTIONS = 3;
const MIN_LIKENESS = 0.4;
/** Another code of the record is what the text is, or but for one letter its own. */
const SAME_OTHER_CODE = 0.95;
const NEARLY_THE_CODE = 0.6;
const BATCH_ROWS = 2000;

interface Scored extends Suggestion {
  score: number;
}

/** The possible values, those most like the text first. */
function similarWords(words: readonly string[], text: string): Suggestion[] {
  const pairs = pairsOf(text);
  const scored = words.map((value) => ({
    value: String(value),
    name: null,
    score: likeness(pairs, pairsOf(String(value))),
  }));
  return scored.toSorted((a, b) => b.score - a.score).map(({ value, name }) => ({ value, name }));
}

/** For each text the records whose codes or names are most like it. All records are read for it, some at a time. */
async function similarRecords(db: Database, entity: Entity, texts: string[]): Promise<Map<string, Suggestion[]>> {
  const found = new Map<string, Scored[]>(texts.map((text) => [text, []]));
  const matchesOf = createMatcher(texts);
  const codes = entity.fields.filter(({ isCode, reference, name }) => isCode && !reference && name !== 'code');
  const columns = ['id', 'code', 'name', 'locales', ...codes.map(({ column }) => column)];
  for (let after = 0, size = BATCH_ROWS; size === BATCH_ROWS; ) {
    const rows: Record<string, unknown>[] = await db(entity.table)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_ROWS)
      .select(columns);
    await mapYielding(rows, (row) => {
      const others = codes.flatMap(({ column }) => (typeof row[column] === 'string' ? [row[column]] : []));
      for (const [at, score] of matchesOf(String(row.code), namesOf(row), others)) {
        const best = found.get(texts[at] ?? '');
        if (best) insertBest(best, { value: String(row.code), name: String(row.name), score });
      }
    });
    [after, size] = [Number(rows.at(-1)?.id ?? after), rows.length];
  }
  return new Map([...found].map(([text, best]) => [text, best.map(({ value, name }) => ({ value, name }))]));
}

function insertBest(best: Scored[], one: Scored): void {
  if (one.score < MIN_LIKENESS) return;
  const at = best.findIndex(({ score }) => score < one.score);
  best.splice(at < 0 ? best.length : at, 0, one);
  best.length = Math.min(best.length, MAX_SUGGESTIONS);
}

function namesOf({ name, locales }: Record<string, unknown>): string[] {
  const translated = Object.values(fromJson<Schemas['Locales'] | null>(locales) ?? {});
  return [...new Set([String(name), ...translated.flatMap((one) => [one.name, ...(one.aliases ?? [])])])];
}

/** Tells of a record which texts it is like, and how much. Letter by letter only where they have pairs of letters in common. */
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
      for (const at of byCode.get(pattern) ?? []) raiseScore(at, NEARLY_THE_CODE);
    for (const other of otherCodes)
      for (const [at, text] of folded.entries()) if (text === fold(other)) raiseScore(at, SAME_OTHER_CODE);
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

/** Pairs of neighbouring letters, the first and the last one paired with nothing. */
function pairsOf(text: string): Set<string> {
  const letters = ['', ...fold(text), ''];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at] || ' '}${letter || ' '}`));
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const commonPairs = [...a].filter((pair) => b.has(pair)).length;
  return (2 * commonPairs) / (a.size + b.size);
}

const MAX_CODE_LETTERS = 8;

/** A code with each of its letters left open: codes that share one differ in that letter at most. */
function codePatterns(code: string): string[] {
  if (code.length < 3 || code.length > MAX_CODE_LETTERS || /\s/.test(code)) return [];
  return Array.from(code, (_, at) => `${code.slice(0, at)}?${code.slice(at + 1)}`);
}

type Answer = Schemas['ImportValuesAnswer']['data'];

const MAX_VALUES = 100;
const UNMATCHED_RULES: Rule[] = ['unknownReference', 'ambiguousReference', 'enum', 'unknownTimeZone', 'noCodeToCreate'];

/** A cell that matches nothing, in however many rows. */
interface Unmatched {
  column: number;
  pointer: string;
  rule: Rule;
  CELL_SQL: string;
  /** What of the cell it is: one entry of a list. */
  text: string;
  rows: number;
}

/** The distinct values of a report that match nothing, those of most rows first, with what they may stand for: records of the kinds that the caller may read. */
export async function unmatchedValues(
  { db, entities }: Pick<Crud, 'db' | 'entities'>,
  stored: ConfiguredImport,
  caller: Caller,
): Promise<Answer> {
  const entity = entityByKey({ entities }, stored.entity);
  const { unmatched, total } = await readUnmatched(db, stored.id);
  const suggested = await suggestRecords({ db, entities }, entity, unmatched, caller);
  const targets = targetsOf(entity);
  const items = unmatched.map((each) => {
    const { column, pointer, rule, CELL_SQL, rows } = each;
    const kind = referencedKind(entity, pointer) ?? null;
    const target = targets.find((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`));
    const found = kind ? (suggested.get(kind)?.get(each.text) ?? []) : suggestWords(target, each);
    return {
      ...{ column: stored.columns?.[column] ?? '', pointer: target?.pointer ?? pointer, rule, value: CELL_SQL, rows },
      entity: kind,
      suggestions: found.flatMap(({ value, name }) => {
        const wholeCell = cellWith(target, each, value);
        return wholeCell === undefined ? [] : { value: wholeCell, name };
      }),
    };
  });
  return { items, total };
}

const PROBLEMS_SQL = `JSON_TABLE(import_row.problems, '$[*]' COLUMNS (
  col INT PATH '$.column', rule VARCHAR(40) PATH '$.rule', pointer VARCHAR(200) PATH '$.pointer',
  text VARCHAR(400) PATH '$.parameters.value')) AS problem`;
// byte by byte: where case differs, it is another value
const CELL_SQL = `CAST(JSON_UNQUOTE(JSON_EXTRACT(first.cells, CONCAT('$[', problem.col, ']'))) AS BINARY)`;

async function readUnmatched(db: Database, importId: number): Promise<{ unmatched: Unmatched[]; total: number }> {
  const values = rowsWithCells(db, importId)
    .joinRaw(`JOIN ${PROBLEMS_SQL}`)
    .where('import_row.state', 'refused')
    .whereIn('problem.rule', UNMATCHED_RULES)
    .whereNotNull('problem.col')
    .groupByRaw(`problem.col, problem.rule, ${CELL_SQL}`)
    .select({
      ...{
        column: 'problem.col',
        rule: 'problem.rule',
        cell: db.raw(CELL_SQL),
        rows: db.raw('COUNT(DISTINCT import_row.n)'),
      },
      ...{ pointer: db.raw('MIN(problem.pointer)'), text: db.raw('MIN(problem.text)') },
    });
  const [found, all] = await Promise.all([
    values.clone().orderBy('rows', 'desc').orderBy('cell').limit(MAX_VALUES),
    db.from(values.clone().as('each')).count({ n: '*' }).first(),
  ]);
  const unmatched = found.map(
    ({ column, rule, cell: bytes, rows, pointer, text }: Record<string, unknown>): Unmatched => {
      const wholeCell = String(bytes);
      // what a problem tells of a long value is cut
      const part =
        typeof text === 'string' && wholeCell.includes(text) && wholeCell.trim().length <= 100
          ? text
          : wholeCell.trim();
      return {
        ...{ column: Number(column), pointer: String(pointer), CELL_SQL: wholeCell, text: part, rows: Number(rows) },
        // one of those asked for
        rule: rule as Rule,
      };
    },
  );
  return { unmatched, total: Number(all?.n) };
}

async function suggestRecords(
  { db, entities }: Pick<Crud, 'db' | 'entities'>,
  entity: Entity,
  unmatched: Unmatched[],
  caller: Caller,
): Promise<Map<EntityKey, Map<string, Suggestion[]>>> {
  const texts = new Map<EntityKey, Set<string>>();
  for (const { pointer, text } of unmatched) {
    const kind = referencedKind(entity, pointer);
    if (kind && mayRead(caller, kind)) texts.set(kind, (texts.get(kind) ?? new Set()).add(text));
  }
  const found = new Map<EntityKey, Map<string, Suggestion[]>>();
  for (const [kind, all] of texts) found.set(kind, await similarRecords(db, entityByKey({ entities }, kind), [...all]));
  return found;
}

const suggestWords = (target: Target | undefined, { text }: Unmatched): Suggestion[] =>
  target?.schema.enum ? similarWords(target.schema.enum, text) : [];

/** The whole cell with a value in the place of what matches nothing; undefined where it is made of the cell in another way. */
function cellWith(
  target: Target | undefined,
  { CELL_SQL: wholeCell, text }: Unmatched,
  value: string,
): string | undefined {
  if (wholeCell.trim() === text.trim()) return value;
  if (target?.form !== 'texts') return undefined;
  const entries = splitTexts(wholeCell);
  if (!entries.every((entry) => typeof entry === 'string') || !entries.includes(text)) return undefined;
  return joinTexts(entries.map((entry) => (entry === text ? value : entry)));
}
