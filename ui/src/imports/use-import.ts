import { useNavigate } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { notify } from '#crud/notify.ts';
import { recordsChanged } from '#crud/query-client.ts';
import { useStream } from '#crud/use-stream.ts';
import { t } from '#i18n/i18n.ts';
import { importMachine } from './import.machine.ts';
import type { Import } from './import.ts';
import { actOn, createImport, getImport, previewImport, uploadCalls } from './import-calls.ts';
import type { Act, CorrectAct } from './import-context.ts';
import { type UploadState, upload } from './upload.ts';

const begun = () => {
  throw new Error('An import is known by then.');
};

/** A call that was given up says nothing more: not even that. */
const heard = <T>(call: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    call.then(resolve, (error: unknown) => signal.aborted || reject(error));
  });

/** One import by its machine: its calls, and the way to its page once it has begun. */
export function useImport(id: number | null) {
  const navigate = useNavigate();
  const tell = useRef<(state: UploadState) => void>(() => {});
  const ask = useRef<(act: Act) => void>(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is made anew for another import
  const machine = useMemo(
    () =>
      provide(
        (state) => tell.current(state),
        (id) => void navigate({ to: '/imports/$id', params: { id: String(id) }, replace: true }),
        (act) => ask.current(act),
      ),
    [],
  );
  const [state, send] = useMachine(machine, { input: { id, file: (id !== null && files.get(id)) || null } });
  tell.current = (progress) => send({ type: 'PROGRESS', ...progress });
  ask.current = (act) => send({ type: 'ACT', act });
  return { state, send };
}

export type ImportState = ReturnType<typeof useImport>['state'];
export type SendImport = ReturnType<typeof useImport>['send'];

/** What every part of an import's page is given. */
export interface ImportProps {
  id: number;
  found: Import;
  state: ImportState;
  send: SendImport;
  /** Asks whether it is to be discarded. */
  onDiscard: () => void;
}

/** What happens to it on the server, told to its machine while this is on the page. */
export function useImportNews(id: number, send: SendImport) {
  const stream = useStream<{ import: Import }>(`/api/v1/imports/${id}/events`, async (signal) => ({
    import: await getImport(id, signal),
  }));
  const news = stream.data?.import;
  useEffect(() => {
    if (news) send({ type: 'NEWS', news });
  }, [news, send]);
  return stream;
}

/** No record is changed by it yet. */
function tellCorrected({ done, undo }: CorrectAct, ask: (act: Act) => void): void {
  if (done && undo) notify.undo(done, t('common.undo'), () => ask({ act: 'correct', body: undo }));
}

/** Nobody has to choose its file again. */
function arrived(found: Import): Import {
  files.delete(found.id);
  return found;
}

const provide = (tell: (state: UploadState) => void, arrive: (id: number) => void, ask: (act: Act) => void) =>
  importMachine.provide({
    actors: {
      create: fromPromise(({ input: { entity, file } }) => (entity && file ? createImport(entity, file) : begun())),
      load: fromPromise(({ input, signal }) =>
        input.id === null ? begun() : heard(getImport(input.id, signal), signal),
      ),
      upload: fromPromise(({ input: { import: found, file }, signal }) =>
        found && file ? heard(upload(found, file, uploadCalls, tell, signal).then(arrived), signal) : begun(),
      ),
      preview: fromPromise(({ input: { id, options, settled }, signal }) =>
        id === null ? begun() : heard(previewImport(id, options, settled, signal), signal),
      ),
      act: fromPromise(({ input: { id, act } }) => (id === null || !act ? begun() : actOn(id, act))),
    },
    actions: {
      announce: ({ context: { id, file } }) => {
        if (id === null || !file) return;
        files.set(id, file);
        arrive(id);
      },
      notify: ({ context: { act, id } }) => {
        if (act?.act === 'discard') {
          if (id !== null) files.delete(id);
          notify.success(t('imports.discarded'));
        }
        if (act?.act === 'correct') return tellCorrected(act, ask);
        recordsChanged();
      },
    },
  });

/** Files whose upload has begun in this window: whoever leaves the page and comes back need not choose them again. */
const files = new Map<number, File>();
