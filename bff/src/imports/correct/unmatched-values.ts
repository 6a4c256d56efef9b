import { joinTexts, splitTexts } from '#columns/cells.ts';
import { type Target, targetsOf } from '#columns/targets.ts';
import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { referencedKind } from '#crud/reference-paths.ts';
import type { Database } from '#database';
import type { EntityKey, Rule, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { mayRead } from '#http/permissions.ts';
import type { ImportOptions, StoredImport } from '../stored-import.ts';
import { linesOf } from '../stored-row.ts';
import { type Suggestion, similarRecords, similarWords } from './similar.ts';

type Answer = Schemas['ImportValuesAnswer']['data'];

const MAX_VALUES = 100;
const rules: Rule[] = ['unknownReference', 'ambiguousReference', 'enum', 'unknownTimeZone', 'noCodeToCreate'];

/** A cell that matches nothing, in however many rows. */
interface Unmatched {
  column: number;
  pointer: string;
  rule: Rule;
  cell: string;
  /** What of the cell it is: one entry of a list. */
  text: string;
  rows: number;
}

/** The distinct values of a report that match nothing, those of most rows first, with what they may stand for: records of the kinds that the caller may read. */
export async function unmatchedValues(
  { db, entities }: Pick<Crud, 'db' | 'entities'>,
  stored: StoredImport & { options: ImportOptions },
  caller: Caller,
): Promise<Answer> {
  const entity = entityByKey({ entities }, stored.entity);
  const { unmatched, total } = await readUnmatched(db, stored.id);
  const suggested = await recordsFor({ db, entities }, entity, unmatched, caller);
  const targets = targetsOf(entity);
  const items = unmatched.map((each) => {
    const { column, pointer, rule, cell, rows } = each;
    const kind = referencedKind(entity, pointer) ?? null;
    const target = targets.find((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`));
    const found = kind ? (suggested.get(kind)?.get(each.text) ?? []) : wordsFor(target, each);
    return {
      ...{ column: stored.columns?.[column] ?? '', pointer: target?.pointer ?? pointer, rule, value: cell, rows },
      entity: kind,
      suggestions: found.flatMap(({ value, name }) => {
        const whole = cellWith(target, each, value);
        return whole === undefined ? [] : { value: whole, name };
      }),
    };
  });
  return { items, total };
}

const problems = `JSON_TABLE(own.problems, '$[*]' COLUMNS (
  col INT PATH '$.column', rule VARCHAR(40) PATH '$.rule', pointer VARCHAR(200) PATH '$.pointer',
  text VARCHAR(400) PATH '$.parameters.value')) AS problem`;
// byte by byte: where case differs, it is another value
const cell = `CAST(JSON_UNQUOTE(JSON_EXTRACT(first.cells, CONCAT('$[', problem.col, ']'))) AS BINARY)`;

async function readUnmatched(db: Database, importId: number): Promise<{ unmatched: Unmatched[]; total: number }> {
  const values = linesOf(db, importId)
    .joinRaw(`JOIN ${problems}`)
    .where('own.state', 'refused')
    .whereIn('problem.rule', rules)
    .whereNotNull('problem.col')
    .groupByRaw(`problem.col, problem.rule, ${cell}`)
    .select({
      ...{ column: 'problem.col', rule: 'problem.rule', cell: db.raw(cell), rows: db.raw('COUNT(DISTINCT own.n)') },
      ...{ pointer: db.raw('MIN(problem.pointer)'), text: db.raw('MIN(problem.text)') },
    });
  const [found, all] = await Promise.all([
    values.clone().orderBy('rows', 'desc').orderBy('cell').limit(MAX_VALUES),
    db.from(values.clone().as('each')).count({ n: '*' }).first(),
  ]);
  const unmatched = found.map(
    ({ column, rule, cell: bytes, rows, pointer, text }: Record<string, unknown>): Unmatched => {
      const whole = String(bytes);
      // what a problem tells of a long value is cut
      const part = typeof text === 'string' && whole.includes(text) && whole.trim().length <= 100 ? text : whole.trim();
      return {
        ...{ column: Number(column), pointer: String(pointer), cell: whole, text: part, rows: Number(rows) },
        // one of those asked for
        rule: rule as Rule,
      };
    },
  );
  return { unmatched, total: Number(all?.n) };
}

async function recordsFor(
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

const wordsFor = (target: Target | undefined, { text }: Unmatched): Suggestion[] =>
  target?.schema.enum ? similarWords(target.schema.enum, text) : [];

/** The whole cell with a value in the place of what matches nothing; undefined where it is made of the cell in another way. */
function cellWith(target: Target | undefined, { cell: whole, text }: Unmatched, value: string): string | undefined {
  if (whole.trim() === text.trim()) return value;
  if (target?.form !== 'texts') return undefined;
  const entries = splitTexts(whole);
  if (!entries.every((entry) => typeof entry === 'string') || !entries.includes(text)) return undefined;
  return joinTexts(entries.map((entry) => (entry === text ? value : entry)));
}
