import { isDeepStrictEqual } from 'node:util';
import { targetOf, targetsOf } from '#columns/targets.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { transactWithinTimeLimit } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { statusColumn, statusTarget } from './columns/parse-raw-record.ts';
import { FileFault } from './file-model.ts';
import { toFault, toImport } from './import-responses.ts';
import { assertOptions } from './options.ts';
import { NO_FINDINGS } from './preview-file.ts';
import type { ImportProcesses } from './process/import-processes.ts';
import type { FilePreview } from './process/jobs.ts';
import {
  assertMayReview,
  assertStatus,
  changeImport,
  type ImportOptions,
  lockWritableImport,
  mayReview,
  readVisibleImport,
  readWritableImport,
  type StoredImport,
  withContributor,
} from './stored-import.ts';

type PreviewDeps = Pick<CrudContext, 'db' | 'entities' | 'reviewSetting'>;
type Data = Schemas['ImportPreviewAnswer']['data'];

const MAX_SAMPLES = 5;
/** Shorter than the time limit of a request. */
const MAX_PREVIEW_MS = 8000;

/** Previews a file with the requested options, or else with detected ones, and stores the options for staging. */
export async function preview(
  crud: PreviewDeps,
  processes: ImportProcesses,
  request: Request<'previewImport'>,
): Promise<Data> {
  const { path, body, caller, language } = request;
  const stored = await readWritableImport(crud.db, path.id, caller);
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
    text: filePreview.text,
    undecodable: filePreview.undecodable,
    betterKey: filePreview.betterKey,
    fault: filePreview.fault && toFault(filePreview.fault, language),
  };
}

/** Reports a file that takes too much time or memory as one that cannot be read. */
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
      ...NO_FINDINGS,
      fault: { key: error.key, ...error.parameters },
    };
  }
}

const toColumns = ({ columns, lines, options }: FilePreview): Data['columns'] =>
  columns.map((name, index) => ({
    name,
    target: options?.targets[index] ?? null,
    samples: lines.flatMap(({ cells }) => cells[index] || []).slice(0, MAX_SAMPLES),
  }));

/** Lists the targets that a file can fill, including names in rarer languages if this file has them. */
function possibleTargets(entity: Entity, { options }: FilePreview, isReviewer: boolean): Data['targets'] {
  const commonTargets = targetsOf(entity);
  const keys = new Set(commonTargets.map(({ key }) => key));
  const otherTargets = options?.targets.flatMap((key) => (key && !keys.has(key) && targetOf(entity, key)) || []) ?? [];
  const fields = [...commonTargets, ...otherTargets].map(({ key, pointer, language, isKey, required, refers }) => ({
    key,
    pointer,
    language,
    isKey,
    required,
    refers,
  }));
  return isReviewer ? [...fields, statusTarget] : fields;
}

/** Stores options and columns. A report is discarded if the file is now read differently. */
const storePreview = (
  { db }: PreviewDeps,
  { path, caller, body }: Request<'previewImport'>,
  { options, columns }: FilePreview,
) =>
  transactWithinTimeLimit(caller, db, async (trx) => {
    const stored = await lockWritableImport(trx, path.id, caller);
    assertStatus(stored, 'uploaded', 'staged', 'failed');
    if (isDeepStrictEqual(stored.options, options) && isDeepStrictEqual(stored.columns, columns)) return;
    await changeImport(trx, path.id, {
      options,
      columns,
      status: 'uploaded',
      fault: null,
      counts: null,
      stage_time: null,
      // a preview without options makes nobody a contributor
      ...(body.options && withContributor(stored, caller.id)),
    });
  });
