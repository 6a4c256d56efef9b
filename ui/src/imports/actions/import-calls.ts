import { language } from '#i18n/i18n.ts';
import type { Correction, Import, ImportOptions, Preview } from '#imports/import.ts';
import type { ImportAction } from '#imports/import-context.ts';
import type { UploadCalls } from '#imports/upload.ts';
import { api } from '#session/session.ts';

/** The timeout allows for unpacking the whole file before a preview and for slow uploads of a part. */
const SLOW_CALL_TIMEOUT_MS = 120_000;
const PREVIEW_DEBOUNCE_MS = 250;

const importPath = (id: number) => ({ params: { path: { id } } });

export async function getImport(id: number, signal?: AbortSignal): Promise<Import> {
  return (await api.GET('/api/v1/imports/{id}', { ...importPath(id), signal: signal ?? null })).data.import;
}

export async function createImport(entity: Import['entity'], { name, size }: File): Promise<Import> {
  const body = { entity, filename: name, bytes: size };
  return (await api.POST('/api/v1/imports', { body })).data.import;
}

/** Requests a preview, debounced unless `skipsDebounce`. */
export async function previewImport(
  id: number,
  options: ImportOptions | null,
  skipsDebounce: boolean,
  signal: AbortSignal,
): Promise<Preview> {
  if (!skipsDebounce) await wait(PREVIEW_DEBOUNCE_MS, signal);
  const body = options ? { options } : {};
  return (
    await api.POST('/api/v1/imports/{id}/preview', { ...importPath(id), body, signal, timeout: SLOW_CALL_TIMEOUT_MS })
  ).data;
}

export async function runImportAction(id: number, action: ImportAction): Promise<Import | null> {
  const request = importPath(id);
  switch (action.type) {
    case 'stage':
      return (await api.POST('/api/v1/imports/{id}/stage', request)).data.import;
    case 'apply': {
      const { type, ...body } = action;
      return (await api.POST('/api/v1/imports/{id}/apply', { ...request, body })).data.import;
    }
    case 'decide': {
      const { event, reason } = action;
      const body = { event, ...(reason ? { reason } : {}) };
      return (await api.POST('/api/v1/imports/{id}/decision', { ...request, body })).data.import;
    }
    case 'revert':
      return (await api.POST('/api/v1/imports/{id}/revert', request)).data.import;
    case 'choose':
      return (await api.POST('/api/v1/imports/{id}/rows/{row}/choose', { params: { path: { id, row: action.row } } }))
        .data.import;
    case 'correct':
      return correctRows(id, action.body);
    case 'cancel':
      return (await api.POST('/api/v1/imports/{id}/cancel', request)).data.import;
    case 'discard':
      await api.DELETE('/api/v1/imports/{id}', request);
      return null;
  }
}

/**
 * Repeats a correction until no row is left, because the server corrects equal rows in batches. Rows that still match after
 * it, as when a value is replaced by itself, would be found again and again.
 */
async function correctRows(id: number, body: Correction): Promise<Import> {
  for (let left = Number.POSITIVE_INFINITY; ; ) {
    const { data } = await api.POST('/api/v1/imports/{id}/corrections', { ...importPath(id), body });
    if (data.left === 0 || data.left >= left) return data.import;
    left = data.left;
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
      // keeps the client from serialising the blob
      bodySerializer: (body: Blob) => body,
      signal,
      timeout: SLOW_CALL_TIMEOUT_MS,
    });
    // the cast: the client does not type responses to binary bodies; the contract defines this one
    return (data as { import: Import }).import;
  },
  get: getImport,
  wait,
};
