import { entityByKey } from '#crud/entity.ts';
import type { CrudContext } from '#crud/model.ts';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { correctImport } from './correct/correct-import.ts';
import { listUnmatchedValues } from './correct/unmatched-values.ts';
import { readOutlook } from './decide/outlook.ts';
import { type ImportViewer, readImportPage, toImport } from './import-responses.ts';
import { presets } from './presets/index.ts';
import { preview } from './preview.ts';
import type { ImportProcesses } from './process/import-processes.ts';
import { reportFile } from './report-file.ts';
import { readRowDetail } from './row-detail.ts';
import { createRowDisplayContext, hasReport, readRowPage } from './row-page.ts';
import { chooseRow } from './stage/stage-import.ts';
import { startApplying, startDeciding, startReverting, startStaging } from './start-work.ts';
import {
  assertMayImport,
  assertMaySeeImports,
  type ConfiguredImport,
  readImport,
  readVisibleImport,
  type StoredImport,
} from './stored-import.ts';
import { templateFile } from './template-file.ts';
import { beginImport, cancelWork, discardImport, receivePart } from './upload.ts';

type ImportWorkOperation = 'applyImport' | 'getImportOutlook' | 'decideImport' | 'revertImport';

/** Creates the handlers of operations that queue a task to write an import's records. */
export function importTaskHandlers(crud: CrudContext): Pick<Handlers, ImportWorkOperation> {
  const toAccepted = async (stored: StoredImport, viewer: ImportViewer) => ({
    status: 202 as const,
    data: { import: await toImport(crud, stored, viewer) },
  });
  return {
    applyImport: async (request) => toAccepted(await startApplying(crud, request), request),
    getImportOutlook: async ({ path, caller }) => {
      const stored = await readVisibleImport(crud.db, path.id, caller);
      return { status: 200, data: await readOutlook(crud, entityByKey(crud, stored.entity), stored, caller.id) };
    },
    decideImport: async (request) => toAccepted(await startDeciding(crud, request), request),
    revertImport: async (request) => toAccepted(await startReverting(crud, request), request),
  };
}

type ImportOperation = Extract<
  OperationId,
  | 'listImportPresets'
  | `${'list' | 'create' | 'get' | 'delete' | 'stream' | 'preview' | 'stage' | 'cancel'}Import${'' | 's'}`
  | 'putImportPart'
  | 'listImportRows'
  | 'getImportRow'
  | 'chooseImportRow'
  | 'correctImport'
  | 'listImportValues'
  | 'exportImportReport'
  | 'exportImportTemplate'
>;

/** Creates the handlers of uploads, previews and reports. */
export function importHandlers(crud: CrudContext, processes: ImportProcesses): Pick<Handlers, ImportOperation> {
  const { db } = crud;
  const toData = async (stored: StoredImport, viewer: ImportViewer) => ({
    import: await toImport(crud, stored, viewer),
  });
  /** @throws Problem 409 if the import has no report */
  const readWithReport = async (id: number, { caller }: ImportViewer): Promise<ConfiguredImport> => {
    const stored = await readVisibleImport(db, id, caller);
    if (!hasReport(stored) || !stored.options) throw new Problem('invalidTransition');
    return { ...stored, options: stored.options };
  };
  const rowReaderOf = (stored: ConfiguredImport, { language }: ImportViewer) =>
    createRowDisplayContext(entityByKey(crud, stored.entity), stored, language);

  return {
    listImportPresets: async () => ({
      status: 200,
      data: {
        items: presets.map(({ key, entity, label, source, licence }) => ({ key, entity, label, source, licence })),
      },
    }),

    exportImportTemplate: async ({ query, caller, language }) => {
      assertMayImport(caller, query.entity);
      const entity = entityByKey(crud, query.entity);
      return { status: 200, ...templateFile(entity, query.format, query.language ?? language) };
    },

    listImports: async ({ query, ...viewer }) => ({ status: 200, data: await readImportPage(crud, query, viewer) }),

    createImport: async (request) => ({ status: 201, data: await toData(await beginImport(db, request), request) }),

    getImport: async ({ path, ...viewer }) => ({
      status: 200,
      data: await toData(await readVisibleImport(db, path.id, viewer.caller), viewer),
    }),

    deleteImport: async (request) => {
      await discardImport(db, request);
      return { status: 200, data: {} };
    },

    streamImport: async ({ path, ...viewer }) => {
      const { entity } = await readVisibleImport(db, path.id, viewer.caller);
      const poll = async () => {
        const stored = await readImport(db, path.id);
        if (!stored) throw new Problem('notFound');
        return toData(stored, viewer);
      };
      return { status: 200, events: { poll }, check: (caller) => assertMaySeeImports(caller, entity) };
    },

    putImportPart: async (request) => ({ status: 200, data: await toData(await receivePart(db, request), request) }),

    previewImport: async (request) => ({ status: 200, data: await preview(crud, processes, request) }),

    stageImport: async (request) => ({ status: 202, data: await toData(await startStaging(crud, request), request) }),

    cancelImport: async (request) => ({ status: 200, data: await toData(await cancelWork(db, request), request) }),

    listImportRows: async ({ path, query, ...viewer }) => {
      const stored = await readVisibleImport(db, path.id, viewer.caller);
      const { options } = stored;
      if (!hasReport(stored) || !options) return { status: 200, data: emptyRowPage(stored) };
      return {
        status: 200,
        data: await readRowPage(
          db,
          entityByKey(crud, stored.entity),
          stored,
          rowReaderOf({ ...stored, options }, viewer),
          query,
        ),
      };
    },

    getImportRow: async ({ path, ...viewer }) => {
      const stored = await readVisibleImport(db, path.id, viewer.caller);
      const { options } = stored;
      if (!hasReport(stored) || !options) throw new Problem('notFound');
      return { status: 200, data: await readRowDetail(crud, { ...stored, options }, path.row, viewer) };
    },

    chooseImportRow: async (request) => ({ status: 200, data: await toData(await chooseRow(crud, request), request) }),

    correctImport: async (request) => {
      const { stored, rows, left } = await correctImport(crud, request);
      return { status: 200, data: { ...(await toData(stored, request)), rows, left } };
    },

    listImportValues: async ({ path, ...viewer }) => ({
      status: 200,
      data: await listUnmatchedValues(crud, await readWithReport(path.id, viewer), viewer.caller),
    }),

    exportImportReport: async ({ path, query, ...viewer }) => {
      const stored = await readWithReport(path.id, viewer);
      return { status: 200, ...(await reportFile(db, stored, query.only ?? 'all', query.language ?? viewer.language)) };
    },
  };
}

const emptyRowPage = ({ columns }: StoredImport) => ({
  columns: columns ?? [],
  items: [],
  nextCursor: null,
  total: 0,
  totalCapped: false,
  rules: {},
});
