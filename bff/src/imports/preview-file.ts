import { targetOf } from '#columns/targets.ts';
import { entityByKey, fieldOf } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { fits } from './columns/read-text.ts';
import { FileFault, type Line, type Table, UNDECODABLE } from './file-model.ts';
import { assertKeyColumn, defaultOptions, presetsOf, suggestTargets, toReadOptions } from './options.ts';
import type { FilePreview, ImportJobs, Sample } from './process/jobs.ts';
import { detect } from './read/detect.ts';
import { openTable } from './read/open-table.ts';
import type { ImportOptions } from './stored-import.ts';
import { openFile } from './upload.ts';

type Data = Schemas['ImportPreviewAnswer']['data'];

export const EMPTY_SAMPLE: Sample = { text: [], undecodable: 0, betterKey: null };

const PREVIEW_LINES = 20;
const KEY_LINES = 200;
/** Letters beyond ASCII may be rare. */
const MAX_LINES = 5000;

const TEXT_LINES = 5;
/** `P閞igueux`, as Périgueux reads in another encoding. */
const MIXED_WORD = /[a-z]\p{Script=Han}[a-z]/u;
const TEXT_LENGTH = 80;

/** The first lines, those with letters beyond ASCII, and whether another column is the key. */
async function readSample(
  db: Database,
  entity: Entity,
  table: Table,
  options: ImportOptions,
): Promise<Sample & { lines: Line[] }> {
  const first: Line[] = [];
  const [readableTexts, doubtfulTexts]: [Data['text'], Data['text']] = [[], []];
  const isText = options.format !== 'xlsx';
  let count = 0;
  let undecodable = 0;
  const addLine = (line: Line) => {
    count++;
    if (first.length < KEY_LINES) first.push(line);
    const text = isText ? nonAsciiText(line) : '';
    if (text.includes(UNDECODABLE)) undecodable++;
    const texts = text.includes(UNDECODABLE) || MIXED_WORD.test(text) ? doubtfulTexts : readableTexts;
    if (text !== '' && texts.length < TEXT_LINES) texts.push({ line: line.line, text });
  };
  try {
    for await (const batch of table.lines) {
      for (const line of batch) addLine(line);
      if (count >= MAX_LINES || (count >= KEY_LINES && readableTexts.length >= TEXT_LINES)) break;
    }
  } catch (error) {
    // what is wrong behind the lines shown is told when the whole file is read
    if (!(error instanceof FileFault) || first.length < PREVIEW_LINES) throw error;
  }
  return {
    lines: first.slice(0, PREVIEW_LINES).map(({ line, cells }) => ({ line, cells })),
    // they tell whether another encoding is the right one
    text: [...doubtfulTexts.slice(0, readableTexts.length > 2 ? 3 : TEXT_LINES), ...readableTexts].slice(0, TEXT_LINES),
    undecodable,
    betterKey: await findBetterKey(db, entity, table.columns, first, options),
  };
}

/** The cells of a line that have letters beyond ASCII. */
function nonAsciiText({ cells }: Line): string {
  const texts = cells.filter((cell) => /[^\0-\x7f]/.test(cell));
  return texts.length === 0 ? '' : [...new Set(texts)].join(' · ').slice(0, TEXT_LENGTH).toWellFormed();
}

/** Whether another column than that of the key has more codes of records that are there. */
async function findBetterKey(
  db: Database,
  entity: Entity,
  columns: string[],
  lines: Line[],
  { preset, targets }: ImportOptions,
): Promise<Data['betterKey']> {
  const [key = '', ...others] = entity.keyFields;
  const [target, field] = [targetOf(entity, key), fieldOf(entity, key)];
  if (preset !== null || others.length > 0 || !target || !field) return null;
  const codes = columns.map((_, index) =>
    lines
      .map(({ cells }) => cells[index]?.trim().toUpperCase() ?? '')
      .filter((code) => code !== '' && fits(target, code)),
  );
  const allCodes = new Set(codes.flat());
  if (allCodes.size === 0) return null;
  const existingCodes = new Set(
    await db(entity.table)
      .whereIn(field.column, [...allCodes])
      .pluck(field.column),
  );
  const matches = codes.map((some) => some.filter((code) => existingCodes.has(code)).length);
  const best = matches.indexOf(Math.max(...matches));
  const chosen = matches[targets.indexOf(key)] ?? 0;
  const bestMatches = matches[best] ?? 0;
  return bestMatches > chosen
    ? { column: columns[best] ?? '', matches: bestMatches, chosen, rows: lines.length }
    : null;
}

/** Reads the beginning of a file as it is told, or as it seems to be. */
export async function previewFile(
  crud: Pick<Crud, 'db' | 'entities'>,
  { importId, entity: key, options: givenOptions }: ImportJobs['preview']['params'],
): Promise<FilePreview> {
  const { db } = crud;
  const entity = entityByKey(crud, key);
  const preview: FilePreview = { options: givenOptions ?? null, columns: [], lines: [], ...EMPTY_SAMPLE, fault: null };
  const file = () => openFile(db, importId);
  try {
    const read = givenOptions ? toReadOptions(entity.key, givenOptions) : await detect(file, presetsOf(entity.key));
    preview.options ??= { ...defaultOptions(read), targets: [] };
    const table = await openTable(file, read);
    preview.columns = table.columns;
    const targets = await targetsOfFile(db, entity, table.columns, preview.options);
    preview.options = { ...preview.options, targets };
    Object.assign(preview, await readSample(db, entity, table, preview.options));
    assertKeyColumn(entity, preview.options);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    preview.fault = { key: error.key, ...error.fill };
  }
  return preview;
}

/** As told where that goes with the columns; a file that is read in another way than before has others. */
async function targetsOfFile(
  db: Crud['db'],
  entity: Entity,
  columns: string[],
  { preset, targets }: ImportOptions,
): Promise<ImportOptions['targets']> {
  if (preset !== null) return [];
  return targets.length === columns.length ? targets : suggestTargets(db, entity, columns);
}
