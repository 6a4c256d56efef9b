import { useNavigate } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/query-client.ts';
import { useStream } from '#crud/use-stream.ts';
import { t } from '#i18n/i18n.ts';
import { importMachine } from './import.machine.ts';
import type { Import } from './import.ts';
import { createImport, getImport, previewImport, runImportAction, uploadCalls } from './import-calls.ts';
import type { CorrectAction, ImportAction } from './import-context.ts';
import { type UploadState, upload } from './upload.ts';

const failWithoutImport = () => {
  throw new Error('There is no import yet.');
};

/** Leaves an aborted call pending, so that it reports nothing. */
const muteWhenAborted = <T>(call: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    call.then(resolve, (error: unknown) => signal.aborted || reject(error));
  });

/** The machine of one import with its calls; it opens the page of an import it has created. */
export function useImport(id: number | null) {
  const navigate = useNavigate();
  const onProgress = useRef<(state: UploadState) => void>(() => {});
  const onAction = useRef<(act: ImportAction) => void>(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is mounted again for another import
  const machine = useMemo(
    () =>
      provide(
        (state) => onProgress.current(state),
        (id) => void navigate({ to: '/imports/$id', params: { id: String(id) }, replace: true }),
        (act) => onAction.current(act),
      ),
    [],
  );
  const [state, send] = useMachine(machine, { input: { id, file: (id !== null && filesByImport.get(id)) || null } });
  onProgress.current = (progress) => send({ type: 'PROGRESS', ...progress });
  onAction.current = (act) => send({ type: 'ACT', act });
  return { state, send };
}

export type ImportState = ReturnType<typeof useImport>['state'];
export type SendImport = ReturnType<typeof useImport>['send'];

/** The props that every view of an import takes. */
export interface ImportProps {
  id: number;
  importJob: Import;
  state: ImportState;
  send: SendImport;
  /** Asks for confirmation before discarding. */
  onDiscard: () => void;
}

/** Sends changes on the server to the machine while the component is mounted. */
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

/** Offers to undo a correction; records have not changed yet. */
function notifyCorrection({ done, undo }: CorrectAction, onAction: (act: ImportAction) => void): void {
  if (done && undo) notify.undo(done, t('common.undo'), () => onAction({ act: 'correct', body: undo }));
}

/** The uploaded file is no longer needed for a retry. */
function forgetFile(importJob: Import): Import {
  filesByImport.delete(importJob.id);
  return importJob;
}

const provide = (
  onProgress: (state: UploadState) => void,
  openPage: (id: number) => void,
  onAction: (act: ImportAction) => void,
) =>
  importMachine.provide({
    actors: {
      create: fromPromise(({ input: { entity, file } }) =>
        entity && file ? createImport(entity, file) : failWithoutImport(),
      ),
      load: fromPromise(({ input, signal }) =>
        input.id === null ? failWithoutImport() : muteWhenAborted(getImport(input.id, signal), signal),
      ),
      upload: fromPromise(({ input: { import: importJob, file }, signal }) =>
        importJob && file
          ? muteWhenAborted(upload(importJob, file, uploadCalls, onProgress, signal).then(forgetFile), signal)
          : failWithoutImport(),
      ),
      preview: fromPromise(({ input: { id, options, isImmediate }, signal }) =>
        id === null ? failWithoutImport() : muteWhenAborted(previewImport(id, options, isImmediate, signal), signal),
      ),
      act: fromPromise(({ input: { id, act } }) =>
        id === null || !act ? failWithoutImport() : runImportAction(id, act),
      ),
    },
    actions: {
      announce: ({ context: { id, file } }) => {
        if (id === null || !file) return;
        filesByImport.set(id, file);
        openPage(id);
      },
      notify: ({ context: { act, id } }) => {
        if (act?.act === 'discard') {
          if (id !== null) filesByImport.delete(id);
          notify.success(t('imports.discarded'));
        }
        if (act?.act === 'correct') return notifyCorrection(act, onAction);
        refreshReads();
      },
    },
  });

/** Files whose upload was started in this window, so that a user who returns need not choose them again. */
const filesByImport = new Map<number, File>();
