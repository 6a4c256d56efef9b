import { isDeepStrictEqual } from 'node:util';
import { targetOf, targetsOf } from '#columns/targets.ts';
import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { transactFor } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { statusColumn, statusTarget } from './columns/parse-draft.ts';
import { FileFault } from './file-model.ts';
import { toFault, toImport } from './import-answers.ts';
import { assertOptions } from './options.ts';
import { assertMayReview, mayReview } from './permission.ts';
import { EMPTY_SAMPLE } from './preview-file.ts';
import type { ImportProcesses } from './process/import-processes.ts';
import type { FilePreview } from './process/jobs.ts';
import {
  addContributor,
  assertStatus,
  changeImport,
  type ImportOptions,
  lockVisibleImport,
  readVisibleImport,
  type StoredImport,
} from './stored-import.ts';

type Deps = Pick<Crud, 'db' | 'entities' | 'review'>;
type Data = Schemas['ImportPreviewAnswer']['data'];

const SAMPLES = 5;
/** Less than a request may take. */
const MAX_PREVIEW_MS = 8000;

/** Reads the beginning of a file as it is told, or as it seems to be, and keeps how: so it will be staged. */
export async function preview(
  crud: Deps,
  processes: ImportProcesses,
  request: Request<'previewImport'>,
): Promise<Data> {
  const { path, body, caller, language } = request;
  const stored = await readVisibleImport(crud.db, path.id, caller, 'import');
  const entity = entityByKey(crud, stored.entity);
  assertStatus(stored, 'uploaded', 'staged', 'failed');
  if (body.options) {
    assertOptions(entity, body.options);
    if (statusColumn(body.options) !== undefined) assertMayReview(caller, entity.key);
  }
  const filePreview = await runPreview(processes, stored, body.options);
  await storePreview(crud, request, filePreview);
  const updated = await readVisibleImport(crud.db, path.id, caller);
  return {
    import: await toImport(crud, updated, { caller, language }),
    columns: toColumns(filePreview),
    rows: filePreview.lines,
    targets: possibleTargets(entity, filePreview, mayReview(caller, entity.key)),
    ...{ text: filePreview.text, undecodable: filePreview.undecodable, betterKey: filePreview.betterKey },
    fault: filePreview.fault && toFault(filePreview.fault, language),
  };
}

/** A file that takes too much is one that cannot be read. */
async function runPreview(
  processes: ImportProcesses,
  { id, entity }: StoredImport,
  options: ImportOptions | undefined,
): Promise<FilePreview> {
  try {
    const params = { importId: id, entity, ...(options && { options }) };
    return await processes.run('preview', params, { silenceMs: MAX_PREVIEW_MS });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return {
      options: options ?? null,
      columns: [],
      lines: [],
      ...EMPTY_SAMPLE,
      fault: { key: error.key, ...error.fill },
    };
  }
}

const toColumns = ({ columns, lines, options }: FilePreview): Data['columns'] =>
  columns.map((name, index) => ({
    name,
    target: options?.targets[index] ?? null,
    samples: lines.flatMap(({ cells }) => cells[index] || []).slice(0, SAMPLES),
  }));

/** All that a file can fill, and what this one does beside: names in rarer languages. */
function possibleTargets(entity: Entity, { options }: FilePreview, isReviewer: boolean): Data['targets'] {
  const commonTargets = targetsOf(entity);
  const keys = new Set(commonTargets.map(({ key }) => key));
  const otherTargets = options?.targets.flatMap((key) => (key && !keys.has(key) && targetOf(entity, key)) || []) ?? [];
  const fields = [...commonTargets, ...otherTargets].map(({ key, pointer, language, isKey, required, refers }) => ({
    ...{ key, pointer, language, isKey, required, refers },
  }));
  return isReviewer ? [...fields, statusTarget] : fields;
}

/** A report of another reading of the file says nothing of this one. */
const storePreview = (
  { db }: Deps,
  { path, caller, body }: Request<'previewImport'>,
  { options, columns }: FilePreview,
) =>
  transactFor(caller, db, async (trx) => {
    const stored = await lockVisibleImport(trx, path.id, caller, 'import');
    assertStatus(stored, 'uploaded', 'staged', 'failed');
    if (isDeepStrictEqual(stored.options, options) && isDeepStrictEqual(stored.columns, columns)) return;
    await changeImport(trx, path.id, {
      options,
      columns,
      status: 'uploaded',
      fault: null,
      counts: null,
      stage_time: null,
      // whoever only looks has decided nothing
      ...(body.options && addContributor(stored, caller.id)),
    });
  });
