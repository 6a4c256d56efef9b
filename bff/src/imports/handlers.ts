import { entityByKey } from '#crud/entity.ts';
import type { Crud } from '#crud/model.ts';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { beginApplying } from './apply/begin-applying.ts';
import { correctImport } from './correct/correct-import.ts';
import { unmatchedValues } from './correct/unmatched-values.ts';
import { beginDeciding } from './decide/decide-import.ts';
import { outlookOf } from './decide/outlook.ts';
import { importPage } from './list-imports.ts';
import { expectSight } from './permission.ts';
import { presets } from './presets/index.ts';
import { preview } from './preview.ts';
import type { ImportProcesses } from './process/import-processes.ts';
import { reportFile } from './report-file.ts';
import { beginReverting } from './revert/revert-import.ts';
import { rowDetail } from './row-detail.ts';
import { createRowReader, isReported, rowPage } from './row-page.ts';
import { chooseRow } from './stage/choose-row.ts';
import { beginStaging } from './start-work.ts';
import { type ImportOptions, readImport, readVisibleImport, type StoredImport } from './stored-import.ts';
import { type Reader, toImport } from './to-import.ts';
import { beginImport, discard, stopWork, takePart } from './upload.ts';

type ImportWorkOperation = 'applyImport' | 'getImportOutlook' | 'decideImport' | 'revertImport';

/** What writes records by an import, each as a task. */
export function importWorkHandlers(crud: Crud): Pick<Handlers, ImportWorkOperation> {
  const started = async (stored: StoredImport, reader: Reader) => ({
    status: 202 as const,
    data: { import: await toImport(crud, stored, reader) },
  });
  return {
    applyImport: async (request) => started(await beginApplying(crud, request), request),
    getImportOutlook: async ({ path, caller }) => {
      const stored = await readVisibleImport(crud.db, path.id, caller);
      return { status: 200, data: await outlookOf(crud, entityByKey(crud, stored.entity), stored, caller.id) };
    },
    decideImport: async (request) => started(await beginDeciding(crud, request), request),
    revertImport: async (request) => started(await beginReverting(crud, request), request),
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
>;

type Reported = StoredImport & { options: ImportOptions };

export function importHandlers(crud: Crud, processes: ImportProcesses): Pick<Handlers, ImportOperation> {
  const { db } = crud;
  const data = async (stored: StoredImport, reader: Reader) => ({ import: await toImport(crud, stored, reader) });
  /** One that has a report. */
  const reported = async (id: number, { caller }: Reader): Promise<Reported> => {
    const stored = await readVisibleImport(db, id, caller);
    if (!isReported(stored) || !stored.options) throw new Problem('invalidTransition');
    return { ...stored, options: stored.options };
  };
  const readerOf = (stored: Reported, { language }: Reader) =>
    createRowReader(entityByKey(crud, stored.entity), stored, language);

  return {
    listImportPresets: async () => ({
      status: 200,
      data: {
        items: presets.map(({ key, entity, label, source, licence }) => ({ key, entity, label, source, licence })),
      },
    }),

    listImports: async ({ query, ...reader }) => ({ status: 200, data: await importPage(crud, query, reader) }),

    createImport: async (request) => ({ status: 201, data: await data(await beginImport(db, request), request) }),

    getImport: async ({ path, ...reader }) => ({
      status: 200,
      data: await data(await readVisibleImport(db, path.id, reader.caller), reader),
    }),

    deleteImport: async (request) => {
      await discard(db, request);
      return { status: 200, data: {} };
    },

    streamImport: async ({ path, ...reader }) => {
      const { entity } = await readVisibleImport(db, path.id, reader.caller);
      const poll = async () => {
        const stored = await readImport(db, path.id);
        if (!stored) throw new Problem('notFound');
        return data(stored, reader);
      };
      return { status: 200, events: { poll }, check: (caller) => expectSight(caller, entity) };
    },

    putImportPart: async (request) => ({ status: 200, data: await data(await takePart(db, request), request) }),

    previewImport: async (request) => ({ status: 200, data: await preview(crud, processes, request) }),

    stageImport: async (request) => ({ status: 202, data: await data(await beginStaging(crud, request), request) }),

    cancelImport: async (request) => ({ status: 200, data: await data(await stopWork(db, request), request) }),

    listImportRows: async ({ path, query, ...reader }) => {
      const stored = await readVisibleImport(db, path.id, reader.caller);
      const { options } = stored;
      if (!isReported(stored) || !options) return { status: 200, data: noRows(stored) };
      return {
        status: 200,
        data: await rowPage(
          db,
          entityByKey(crud, stored.entity),
          stored,
          readerOf({ ...stored, options }, reader),
          query,
        ),
      };
    },

    getImportRow: async ({ path, ...reader }) => {
      const stored = await readVisibleImport(db, path.id, reader.caller);
      const { options } = stored;
      if (!isReported(stored) || !options) throw new Problem('notFound');
      return { status: 200, data: await rowDetail(crud, { ...stored, options }, path.row, reader) };
    },

    chooseImportRow: async (request) => ({ status: 200, data: await data(await chooseRow(crud, request), request) }),

    correctImport: async (request) => {
      const { stored, rows, left } = await correctImport(crud, request);
      return { status: 200, data: { ...(await data(stored, request)), rows, left } };
    },

    listImportValues: async ({ path, ...reader }) => ({
      status: 200,
      data: await unmatchedValues(crud, await reported(path.id, reader), reader.caller),
    }),

    exportImportReport: async ({ path, query, ...reader }) => {
      const stored = await reported(path.id, reader);
      return { status: 200, ...(await reportFile(db, stored, query.only ?? 'all', reader.language)) };
    },
  };
}

const noRows = ({ columns }: StoredImport) => ({
  ...{ columns: columns ?? [], items: [], nextCursor: null, total: 0, totalCapped: false, rules: {} },
});
