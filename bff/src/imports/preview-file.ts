import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { targetsFor } from './mapping.ts';
import { expectKey, presetsOf, toReadOptions, usualOptions } from './options.ts';
import { openFile } from './parts.ts';
import { noSample, readSample } from './preview-sample.ts';
import type { FilePreview, ImportJobs } from './process/jobs.ts';
import { detect } from './read/detect.ts';
import { openTable } from './read/open-table.ts';
import type { ImportOptions } from './stored-import.ts';
import { FileFault } from './types.ts';

/** Reads the beginning of a file as it is told, or as it seems to be. */
export async function previewFile(
  crud: Pick<Crud, 'db' | 'entities'>,
  { importId, entity: key, options: told }: ImportJobs['preview']['params'],
): Promise<FilePreview> {
  const { db } = crud;
  const entity = entityByKey(crud, key);
  const preview: FilePreview = { options: told ?? null, columns: [], lines: [], ...noSample, fault: null };
  const file = () => openFile(db, importId);
  try {
    const read = told ? toReadOptions(entity.key, told) : await detect(file, presetsOf(entity.key));
    preview.options ??= { ...usualOptions(read), targets: [] };
    const table = await openTable(file, read);
    preview.columns = table.columns;
    const targets = await targetsOfFile(db, entity, table.columns, preview.options);
    preview.options = { ...preview.options, targets };
    Object.assign(preview, await readSample(db, entity, table, preview.options));
    expectKey(entity, preview.options);
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
  return targets.length === columns.length ? targets : targetsFor(db, entity, columns);
}
