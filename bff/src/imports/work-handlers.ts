import type { Crud } from '#crud/crud.ts';
import type { Handlers } from '#http/operation-types.ts';
import { beginApplying } from './apply/begin-applying.ts';
import { beginDeciding } from './decide/begin-deciding.ts';
import { beginReverting } from './revert/begin-reverting.ts';
import type { StoredImport } from './stored-import.ts';
import { type Reader, toImport } from './to-import.ts';

export type ImportWorkOperation = 'applyImport' | 'decideImport' | 'revertImport';

/** What writes records by an import, each as a task. */
export function importWorkHandlers(crud: Crud): Pick<Handlers, ImportWorkOperation> {
  const started = async (stored: StoredImport, reader: Reader) => ({
    status: 202 as const,
    data: { import: await toImport(crud, stored, reader) },
  });
  return {
    applyImport: async (request) => started(await beginApplying(crud, request), request),
    decideImport: async (request) => started(await beginDeciding(crud, request), request),
    revertImport: async (request) => started(await beginReverting(crud, request), request),
  };
}
