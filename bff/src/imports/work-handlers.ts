import { entityByKey } from '#crud/entity.ts';
import type { Crud } from '#crud/model.ts';
import type { Handlers } from '#http/operation-types.ts';
import { beginApplying } from './apply/begin-applying.ts';
import { beginDeciding } from './decide/begin-deciding.ts';
import { outlookOf } from './decide/outlook.ts';
import { beginReverting } from './revert/begin-reverting.ts';
import { foundImport, type StoredImport } from './stored-import.ts';
import { type Reader, toImport } from './to-import.ts';

export type ImportWorkOperation = 'applyImport' | 'getImportOutlook' | 'decideImport' | 'revertImport';

/** What writes records by an import, each as a task. */
export function importWorkHandlers(crud: Crud): Pick<Handlers, ImportWorkOperation> {
  const started = async (stored: StoredImport, reader: Reader) => ({
    status: 202 as const,
    data: { import: await toImport(crud, stored, reader) },
  });
  return {
    applyImport: async (request) => started(await beginApplying(crud, request), request),
    getImportOutlook: async ({ path, caller }) => {
      const stored = await foundImport(crud.db, path.id, caller);
      return { status: 200, data: await outlookOf(crud, entityByKey(crud, stored.entity), stored, caller.id) };
    },
    decideImport: async (request) => started(await beginDeciding(crud, request), request),
    revertImport: async (request) => started(await beginReverting(crud, request), request),
  };
}
