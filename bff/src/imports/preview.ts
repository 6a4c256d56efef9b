import { isDeepStrictEqual } from 'node:util';
import { targetOf, targetsOf } from '#columns/targets.ts';
import { type Crud, entityByKey } from '#crud/crud.ts';
import type { Entity } from '#crud/entity.ts';
import { transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { targetsFor } from './mapping.ts';
import { expectKey, expectOptions, presetsOf, toReadOptions, usualOptions } from './options.ts';
import { openFile } from './parts.ts';
import { detect } from './read/detect.ts';
import { openTable } from './read/open-table.ts';
import {
  changeImport,
  expectStatus,
  foundImport,
  type ImportOptions,
  lockFound,
  type StoredImport,
} from './stored-import.ts';
import { toFault, toImport } from './to-import.ts';
import { FileFault, type Line } from './types.ts';

type Deps = Pick<Crud, 'db' | 'entities' | 'review'>;
type Data = Schemas['ImportPreviewAnswer']['data'];

interface Seen {
  options: ImportOptions | null;
  columns: string[];
  lines: Line[];
  fault: FileFault | undefined;
}

const shown = 20;
const samples = 5;

/** Reads the beginning of a file as it is told, or as it seems to be, and keeps how: so it will be staged. */
export async function preview(crud: Deps, request: Request<'previewImport'>): Promise<Data> {
  const { path, body, caller, language } = request;
  const stored = await foundImport(crud.db, path.id, caller, 'import');
  const entity = entityByKey(crud, stored.entity);
  expectStatus(stored, 'uploaded', 'staged', 'failed');
  if (body.options) expectOptions(entity, body.options);
  const seen = await look(crud, entity, stored, body.options);
  await keep(crud, request, seen);
  const now = await foundImport(crud.db, path.id, caller);
  return {
    import: await toImport(crud, now, { caller, language }),
    columns: toColumns(seen),
    rows: seen.lines,
    targets: targetsFilled(entity, seen),
    fault: seen.fault ? toFault({ key: seen.fault.key, ...seen.fault.fill }, language) : null,
  };
}

/** What there is to see; a fault with as much of it as there is beside the fault. */
async function look({ db }: Deps, entity: Entity, stored: StoredImport, told?: ImportOptions): Promise<Seen> {
  const seen: Seen = { options: told ?? null, columns: [], lines: [], fault: undefined };
  const file = () => openFile(db, stored.id);
  try {
    const read = told ? toReadOptions(entity.key, told) : await detect(file, presetsOf(entity.key));
    seen.options ??= { ...usualOptions(read), targets: [] };
    const table = await openTable(file, read);
    seen.columns = table.columns;
    const targets = await targetsOfFile(db, entity, table.columns, seen.options);
    seen.options = { ...seen.options, targets };
    seen.lines = await firstLines(table.lines);
    expectKey(entity, seen.options);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    seen.fault = error;
  }
  return seen;
}

/** As told where that goes with the columns; a file that is read in another way than before has others. */
async function targetsOfFile(
  db: Deps['db'],
  entity: Entity,
  columns: string[],
  { preset, targets }: ImportOptions,
): Promise<ImportOptions['targets']> {
  if (preset !== null) return [];
  return targets.length === columns.length ? targets : targetsFor(db, entity, columns);
}

async function firstLines(batches: AsyncIterable<Line[]>): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const batch of batches) {
    lines.push(...batch);
    if (lines.length >= shown) break;
  }
  return lines.slice(0, shown).map(({ line, cells }) => ({ line, cells }));
}

const toColumns = ({ columns, lines, options }: Seen): Data['columns'] =>
  columns.map((name, index) => ({
    name,
    target: options?.targets[index] ?? null,
    samples: lines.flatMap(({ cells }) => cells[index] || []).slice(0, samples),
  }));

/** All that a file can fill, and what this one does beside: names in rarer languages. */
function targetsFilled(entity: Entity, { options }: Seen): Data['targets'] {
  const usual = targetsOf(entity);
  const keys = new Set(usual.map(({ key }) => key));
  const others = options?.targets.flatMap((key) => (key && !keys.has(key) && targetOf(entity, key)) || []) ?? [];
  return [...usual, ...others].map(({ key, pointer, language, isKey, required, refers }) => ({
    ...{ key, pointer, language, isKey, required, refers },
  }));
}

/** A report of another reading of the file says nothing of this one. */
const keep = ({ db }: Deps, { path, caller }: Request<'previewImport'>, { options, columns }: Seen) =>
  transact(db, async (trx) => {
    const stored = await lockFound(trx, path.id, caller, 'import');
    expectStatus(stored, 'uploaded', 'staged', 'failed');
    if (isDeepStrictEqual(stored.options, options) && isDeepStrictEqual(stored.columns, columns)) return;
    await changeImport(trx, path.id, {
      options,
      columns,
      status: 'uploaded',
      fault: null,
      counts: null,
      stage_time: null,
    });
  });
