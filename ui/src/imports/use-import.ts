import { useNavigate } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { notify } from '#crud/notify.ts';
import { notifyUndoable } from '#crud/notify-undoable.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { useStream } from '#crud/read/use-stream.ts';
import { rememberReason } from '#crud/reason-field.ts';
import { t } from '#i18n/i18n.ts';
import { createImport, getImport, previewImport, runImportAction, uploadCalls } from './actions/import-calls.ts';
import { importMachine } from './import.machine.ts';
import type { Import } from './import.ts';
import type { CorrectAction } from './import-context.ts';
import { type UploadState, uploadFile } from './upload.ts';

const failWithoutImport = () => {
  throw new Error('There is no import yet.');
};

/** Leaves an aborted call pending instead of rejecting it. */
const ignoreAbort = <T>(call: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    call.then(resolve, (error: unknown) => signal.aborted || reject(error));
  });

/** Runs the machine of one import and opens the page of an import that it has created. */
export function useImport(id: number | null) {
  const navigate = useNavigate();
  const onProgress = useRef<(state: UploadState) => void>(() => {});
  const onUpdate = useRef<(update: Import) => void>(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is remounted for another import
  const machine = useMemo(
    () =>
      createMachine(
        (state) => onProgress.current(state),
        (id) => void navigate({ to: '/imports/$id', params: { id: String(id) }, replace: true }),
        (update) => onUpdate.current(update),
      ),
    [],
  );
  const [state, send] = useMachine(machine, { input: { id, file: (id !== null && filesByImport.get(id)) || null } });
  onProgress.current = (progress) => send({ type: 'PROGRESS', ...progress });
  onUpdate.current = (update) => send({ type: 'SERVER_UPDATE', update });
  return { state, send };
}

export type ImportSnapshot = ReturnType<typeof useImport>['state'];
export type SendImport = ReturnType<typeof useImport>['send'];

/** The props that every view of an import takes. */
export interface ImportProps {
  id: number;
  importJob: Import;
  state: ImportSnapshot;
  send: SendImport;
  /** Asks for confirmation before discarding. */
  onDiscard: () => void;
}

/** Sends updates of the import from the server to the machine while the component is mounted. */
export function useImportUpdates(id: number, send: SendImport) {
  const stream = useStream<{ import: Import }>(`/api/v1/imports/${id}/events`, async (signal) => ({
    import: await getImport(id, signal),
  }));
  const update = stream.data?.import;
  useEffect(() => {
    if (update) send({ type: 'SERVER_UPDATE', update });
  }, [update, send]);
  return stream;
}

/** Says what was corrected and offers to undo it, also after the page of the import was left. */
function notifyCorrection({ id, filename }: Import, action: CorrectAction, onUpdate: (update: Import) => void): void {
  const { doneText, undo } = action;
  if (!undo) return void notify.success(doneText);
  notifyUndoable({
    name: filename,
    message: doneText,
    undo: async () => {
      const update = await runImportAction(id, undo);
      if (update) onUpdate(update);
      notify.success(undo.doneText);
    },
  });
}

/** Releases the uploaded file, which is no longer needed for a retry. */
function releaseFile(importJob: Import): Import {
  filesByImport.delete(importJob.id);
  return importJob;
}

const createMachine = (
  onProgress: (state: UploadState) => void,
  openPage: (id: number) => void,
  onUpdate: (update: Import) => void,
) =>
  importMachine.provide({
    actors: {
      create: fromPromise(({ input: { entity, file } }) =>
        entity && file ? createImport(entity, file) : failWithoutImport(),
      ),
      load: fromPromise(({ input, signal }) =>
        input.id === null ? failWithoutImport() : ignoreAbort(getImport(input.id, signal), signal),
      ),
      upload: fromPromise(({ input: { import: importJob, file }, signal }) => {
        if (!importJob || !file) return failWithoutImport();
        filesByImport.set(importJob.id, file);
        return ignoreAbort(uploadFile(importJob, file, uploadCalls, onProgress, signal).then(releaseFile), signal);
      }),
      preview: fromPromise(({ input: { id, options, skipsDebounce }, signal }) =>
        id === null ? failWithoutImport() : ignoreAbort(previewImport(id, options, skipsDebounce, signal), signal),
      ),
      runAction: fromPromise(({ input: { id, action } }) =>
        id === null || !action ? failWithoutImport() : runImportAction(id, action),
      ),
    },
    actions: {
      openCreatedImport: ({ context: { id, file } }) => {
        if (id === null || !file) return;
        filesByImport.set(id, file);
        openPage(id);
      },
      finishAction: ({ context: { action, id, import: importJob } }) => {
        if (action?.type === 'discard') {
          if (id !== null) filesByImport.delete(id);
          notify.success(t('imports.discarded', { name: importJob?.filename ?? '' }));
        }
        if (action?.type === 'decide' && action.event === 'reject') rememberReason(action.reason);
        if (action?.type === 'correct') return importJob ? notifyCorrection(importJob, action, onUpdate) : undefined;
        refreshReads();
      },
    },
  });

/** The files whose upload was started in this window, by the ID of their import. They need not be chosen again to resume. */
const filesByImport = new Map<number, File>();
