import { language } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import type { Correction, Import, ImportOptions, Preview } from './import.ts';
import type { ImportAction } from './import-context.ts';
import type { UploadCalls } from './upload.ts';

/** A preview unpacks the whole file first, and a part may be sent over a slow connection. */
const SLOW_CALL_TIMEOUT_MS = 120_000;
const PREVIEW_DEBOUNCE_MS = 250;

const path = (id: number) => ({ params: { path: { id } } });

export async function getImport(id: number, signal?: AbortSignal): Promise<Import> {
  return (await api.GET('/api/v1/imports/{id}', { ...path(id), signal: signal ?? null })).data.import;
}

export async function createImport(entity: Import['entity'], { name, size }: File): Promise<Import> {
  const body = { entity, filename: name, bytes: size };
  return (await api.POST('/api/v1/imports', { body })).data.import;
}

/** Waits for a pause in the user's changes before it asks for a preview, unless `isImmediate`. */
export async function previewImport(
  id: number,
  options: ImportOptions | null,
  isImmediate: boolean,
  signal: AbortSignal,
): Promise<Preview> {
  if (!isImmediate) await wait(PREVIEW_DEBOUNCE_MS, signal);
  const body = options ? { options } : {};
  return (await api.POST('/api/v1/imports/{id}/preview', { ...path(id), body, signal, timeout: SLOW_CALL_TIMEOUT_MS }))
    .data;
}

export async function runImportAction(id: number, act: ImportAction): Promise<Import | null> {
  const request = path(id);
  switch (act.act) {
    case 'stage':
      return (await api.POST('/api/v1/imports/{id}/stage', request)).data.import;
    case 'apply':
      return (
        await api.POST('/api/v1/imports/{id}/apply', { ...request, body: { rows: act.rows, status: act.status } })
      ).data.import;
    case 'decide': {
      const { event, reason } = act;
      const body = { event, ...(reason ? { reason } : {}) };
      return (await api.POST('/api/v1/imports/{id}/decision', { ...request, body })).data.import;
    }
    case 'revert':
      return (await api.POST('/api/v1/imports/{id}/revert', request)).data.import;
    case 'choose':
      return (await api.POST('/api/v1/imports/{id}/rows/{row}/choose', { params: { path: { id, row: act.row } } })).data
        .import;
    case 'correct':
      return correct(id, act.body);
    case 'cancel':
      return (await api.POST('/api/v1/imports/{id}/cancel', request)).data.import;
    case 'discard':
      await api.DELETE('/api/v1/imports/{id}', request);
      return null;
  }
}

/** The server corrects equal rows in batches; this repeats the call until none is left. */
async function correct(id: number, body: Correction): Promise<Import> {
  for (;;) {
    const { data } = await api.POST('/api/v1/imports/{id}/corrections', { ...path(id), body });
    if (data.left === 0) return data.import;
  }
}

const wait = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

export const uploadCalls: UploadCalls = {
  async put(id, part, bytes, signal) {
    const { data } = await api.send('PUT', '/api/v1/imports/{id}/parts/{part}', {
      params: { path: { id, part } },
      headers: { 'Content-Type': 'application/octet-stream', 'Accept-Language': language() },
      body: bytes,
      // a blob is sent unchanged
      bodySerializer: (body: Blob) => body,
      signal,
      timeout: SLOW_CALL_TIMEOUT_MS,
    });
    // the cast: the client does not type answers to binary bodies; the contract gives this one
    return (data as { import: Import }).import;
  },
  get: getImport,
  wait,
};
