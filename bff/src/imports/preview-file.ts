import { targetOf } from '#columns/targets.ts';
import { entityByKey, fieldOf } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { matchesPattern } from './columns/read-text.ts';
import { FileFault, type FileLine, type FileTable, UNDECODABLE } from './file-model.ts';
import { assertKeyColumn, defaultOptions, suggestTargets, toReadOptions } from './options.ts';
import { presetsOf } from './presets/index.ts';
import type { FilePreview, ImportJobs, SampleFindings } from './process/jobs.ts';
import { detect } from './read/detect.ts';
import { openTable } from './read/open-table.ts';
import type { ImportOptions } from './stored-import.ts';
import { openFile } from './upload.ts';

type Data = Schemas['ImportPreviewAnswer']['data'];

export const NO_FINDINGS: SampleFindings = { text: [], undecodable: 0, betterKey: null };

const PREVIEW_LINES = 20;
const KEY_SAMPLE_LINES = 200;
/** Non-ASCII letters may be rare, so many lines are searched for them. */
const MAX_SAMPLE_LINES = 5000;

const MAX_TEXTS = 5;
const MIN_DOUBTFUL_TEXTS = 3;
/** Matches words such as `P閞igueux`: Périgueux decoded with the wrong encoding. */
const MIXED_WORD = /[A-Za-z]\p{Script=Han}[a-z]/u;
const MAX_TEXT_LENGTH = 80;
/** How much of a text is shown before what is doubtful in it. */
const LEADING_LENGTH = 20;

/** Reads the first lines, samples of text with non-ASCII letters, and whether another column is a better key. */
async function readSample(
  db: Database,
  entity: Entity,
  table: FileTable,
  options: ImportOptions,
): Promise<SampleFindings & { lines: FileLine[] }> {
  const firstLines: FileLine[] = [];
  const [readableTexts, doubtfulTexts]: [Data['text'], Data['text']] = [[], []];
  const isText = options.format !== 'xlsx';
  let count = 0;
  let undecodable = 0;
  const addLine = (line: FileLine) => {
    count++;
    if (firstLines.length < KEY_SAMPLE_LINES) firstLines.push(line);
    const text = isText ? nonAsciiText(line) : '';
    if (text.includes(UNDECODABLE)) undecodable++;
    const doubtfulAt = text.includes(UNDECODABLE) ? text.indexOf(UNDECODABLE) : text.search(MIXED_WORD);
    const texts = doubtfulAt >= 0 ? doubtfulTexts : readableTexts;
    if (text !== '' && texts.length < MAX_TEXTS) texts.push({ line: line.line, text: excerpt(text, doubtfulAt) });
  };
  try {
    for await (const batch of table.lines) {
      for (const line of batch) addLine(line);
      const isSampleFull = count >= KEY_SAMPLE_LINES && (!isText || readableTexts.length >= MAX_TEXTS);
      if (count >= MAX_SAMPLE_LINES || isSampleFull) break;
    }
  } catch (error) {
    // a fault after the previewed lines is reported when the whole file is read
    if (!(error instanceof FileFault) || firstLines.length < PREVIEW_LINES) throw error;
  }
  return {
    lines: firstLines.slice(0, PREVIEW_LINES).map(({ line, cells }) => ({ line, cells })),
    // doubtful texts come first, as they reveal a wrong encoding
    text: [
      ...doubtfulTexts.slice(0, Math.max(MIN_DOUBTFUL_TEXTS, MAX_TEXTS - readableTexts.length)),
      ...readableTexts,
    ].slice(0, MAX_TEXTS),
    undecodable,
    betterKey: await findBetterKey(db, entity, table.columns, firstLines, options),
  };
}

/** Joins the cells of a line that have non-ASCII letters. */
function nonAsciiText({ cells }: FileLine): string {
  const texts = cells.filter((cell) => /[^\0-\x7f]/.test(cell));
  return texts.length === 0 ? '' : [...new Set(texts)].join(' · ');
}

/** Cuts a long text so that what is doubtful in it, at this index, can be seen. */
function excerpt(text: string, doubtfulAt: number): string {
  const start = doubtfulAt < MAX_TEXT_LENGTH - LEADING_LENGTH ? 0 : doubtfulAt - LEADING_LENGTH;
  // half a surrogate pair at either end would look undecodable
  return text.slice(start, start + MAX_TEXT_LENGTH).replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

/** Finds a column that contains more codes of existing records than the key column does. */
async function findBetterKey(
  db: Database,
  entity: Entity,
  columns: string[],
  lines: FileLine[],
  { preset, targets }: ImportOptions,
): Promise<Data['betterKey']> {
  const [key = '', ...others] = entity.keyFields;
  const [target, field] = [targetOf(entity, key), fieldOf(entity, key)];
  if (preset !== null || others.length > 0 || !target || !field) return null;
  const codes = columns.map((_, index) =>
    lines
      .map(({ cells }) => cells[index]?.trim().toUpperCase() ?? '')
      .filter((code) => code !== '' && matchesPattern(target, code)),
  );
  const allCodes = new Set(codes.flat());
  if (allCodes.size === 0) return null;
  const existingCodes = new Set(
    await db(entity.table)
      .whereIn(field.column, [...allCodes])
      .pluck(field.column),
  );
  const matches = codes.map((columnCodes) => columnCodes.filter((code) => existingCodes.has(code)).length);
  const best = matches.indexOf(Math.max(...matches));
  const chosenMatches = matches[targets.indexOf(key)] ?? 0;
  const bestMatches = matches[best] ?? 0;
  return bestMatches > chosenMatches
    ? { column: columns[best] ?? '', matches: bestMatches, chosen: chosenMatches, rows: lines.length }
    : null;
}

/** Reads the beginning of a file with the requested options, or else with detected ones. */
export async function previewFile(
  crud: Pick<CrudContext, 'db' | 'entities'>,
  { importId, entity: key, options: requestedOptions }: ImportJobs['preview']['params'],
): Promise<FilePreview> {
  const { db } = crud;
  const entity = entityByKey(crud, key);
  const preview: FilePreview = {
    options: requestedOptions ?? null,
    columns: [],
    lines: [],
    ...NO_FINDINGS,
    fault: null,
  };
  const file = () => openFile(db, importId);
  try {
    const readOptions = requestedOptions
      ? toReadOptions(entity.key, requestedOptions)
      : await detect(file, presetsOf(entity.key));
    preview.options ??= { ...defaultOptions(readOptions), targets: [] };
    const table = await openTable(file, readOptions);
    try {
      preview.columns = table.columns;
      const targets = await targetsOfFile(db, entity, table.columns, preview.options);
      preview.options = { ...preview.options, targets };
      Object.assign(preview, await readSample(db, entity, table, preview.options));
      assertKeyColumn(entity, preview.options);
    } finally {
      await table.close();
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    preview.fault = { key: error.key, ...error.parameters };
  }
  return preview;
}

/** Returns the requested targets if their number fits the columns; otherwise the file was read differently, so they are suggested anew. */
async function targetsOfFile(
  db: CrudContext['db'],
  entity: Entity,
  columns: string[],
  { preset, targets }: ImportOptions,
): Promise<ImportOptions['targets']> {
  if (preset !== null) return [];
  return targets.length === columns.length ? targets : suggestTargets(db, entity, columns);
}
