import { mapYielding } from '#batch';
import type { Entity } from '#crud/model.ts';
import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';

/** What a text may stand for. */
export interface Suggestion {
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
export function similarWords(words: readonly string[], text: string): Suggestion[] {
  const pairs = pairsOf(text);
  const scored = words.map((value) => ({
    value: String(value),
    name: null,
    score: likeness(pairs, pairsOf(String(value))),
  }));
  return scored.toSorted((a, b) => b.score - a.score).map(({ value, name }) => ({ value, name }));
}

/** For each text the records whose codes or names are most like it. All records are read for it, some at a time. */
export async function similarRecords(
  db: Database,
  entity: Entity,
  texts: string[],
): Promise<Map<string, Suggestion[]>> {
  const found = new Map<string, Scored[]>(texts.map((text) => [text, []]));
  const sought = createSought(texts);
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
      for (const [at, score] of sought(String(row.code), namesOf(row), others)) {
        const best = found.get(texts[at] ?? '');
        if (best) take(best, { value: String(row.code), name: String(row.name), score });
      }
    });
    [after, size] = [Number(rows.at(-1)?.id ?? after), rows.length];
  }
  return new Map([...found].map(([text, best]) => [text, best.map(({ value, name }) => ({ value, name }))]));
}

function take(best: Scored[], one: Scored): void {
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
function createSought(texts: string[]) {
  const folded = texts.map(fold);
  const pairs = texts.map(pairsOf);
  const byPair = new Map<string, number[]>();
  for (const [at, all] of pairs.entries()) for (const pair of all) byPair.set(pair, [...(byPair.get(pair) ?? []), at]);
  const byCode = new Map<string, number[]>();
  for (const [at, text] of folded.entries())
    for (const near of nearCodes(text)) byCode.set(near, [...(byCode.get(near) ?? []), at]);

  return (code: string, names: string[], otherCodes: string[]): Map<number, number> => {
    const scores = new Map<number, number>();
    const raise = (at: number, score: number) => scores.set(at, Math.max(score, scores.get(at) ?? 0));
    for (const near of nearCodes(fold(code))) for (const at of byCode.get(near) ?? []) raise(at, NEARLY_THE_CODE);
    for (const other of otherCodes)
      for (const [at, text] of folded.entries()) if (text === fold(other)) raise(at, SAME_OTHER_CODE);
    for (const name of names) {
      const own = pairsOf(name);
      const common = new Map<number, number>();
      for (const pair of own) for (const at of byPair.get(pair) ?? []) common.set(at, (common.get(at) ?? 0) + 1);
      for (const [at, count] of common) raise(at, (2 * count) / (own.size + (pairs[at]?.size ?? 0)));
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
  const common = [...a].filter((pair) => b.has(pair)).length;
  return (2 * common) / (a.size + b.size);
}

const MAX_CODE_LETTERS = 8;

/** A code with each of its letters left open: codes that share one differ in that letter at most. */
function nearCodes(code: string): string[] {
  if (code.length < 3 || code.length > MAX_CODE_LETTERS || /\s/.test(code)) return [];
  return Array.from(code, (_, at) => `${code.slice(0, at)}?${code.slice(at + 1)}`);
}
