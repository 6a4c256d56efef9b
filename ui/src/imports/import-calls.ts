import { language } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import type { Correction, Import, ImportOptions, Preview } from './import.ts';
import type { Act } from './import-context.ts';
import type { UploadCalls } from './upload.ts';

/** A file is unpacked and parted before the first of its rows is known; a part may come over a slow line. */
const patience = 120_000;
const debounce = 250;

const path = (id: number) => ({ params: { path: { id } } });

export async function getImport(id: number, signal?: AbortSignal): Promise<Import> {
  return (await api.GET('/api/v1/imports/{id}', { ...path(id), signal: signal ?? null })).data.import;
}

export async function createImport(entity: Import['entity'], { name, size }: File): Promise<Import> {
  const body = { entity, filename: name, bytes: size };
  return (await api.POST('/api/v1/imports', { body })).data.import;
}

/** Waits until nothing more is corrected for a moment, unless it is settled already. */
export async function previewImport(
  id: number,
  options: ImportOptions | null,
  settled: boolean,
  signal: AbortSignal,
): Promise<Preview> {
  if (!settled) await wait(debounce, signal);
  const body = options ? { options } : {};
  return (await api.POST('/api/v1/imports/{id}/preview', { ...path(id), body, signal, timeout: patience })).data;
}

export async function actOn(id: number, act: Act): Promise<Import | null> {
  const at = path(id);
  switch (act.act) {
    case 'stage':
      return (await api.POST('/api/v1/imports/{id}/stage', at)).data.import;
    case 'apply':
      return (await api.POST('/api/v1/imports/{id}/apply', { ...at, body: { rows: act.rows, status: act.status } }))
        .data.import;
    case 'decide': {
      const { event, reason } = act;
      const body = { event, ...(reason ? { reason } : {}) };
      return (await api.POST('/api/v1/imports/{id}/decision', { ...at, body })).data.import;
    }
    case 'revert':
      return (await api.POST('/api/v1/imports/{id}/revert', at)).data.import;
    case 'choose':
      return (await api.POST('/api/v1/imports/{id}/rows/{row}/choose', { params: { path: { id, row: act.row } } })).data
        .import;
    case 'correct':
      return correct(id, act.body);
    case 'cancel':
      return (await api.POST('/api/v1/imports/{id}/cancel', at)).data.import;
    case 'discard':
      await api.DELETE('/api/v1/imports/{id}', at);
      return null;
  }
}

/** Of rows alike the server takes some at a time. */
async function correct(id: number, body: Correction): Promise<Import> {
  for (;;) {
    const { data } = await api.POST('/api/v1/imports/{id}/corrections', { ...path(id), body });
    if (data.left === 0) return data.import;
  }
}

const wait = (time: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time);
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
      // a blob goes as it is
      bodySerializer: (body: Blob) => body,
      signal,
      timeout: patience,
    });
    // the contract's answer; the client types no bodies of bytes
    return (data as { import: Import }).import;
  },
  get: getImport,
  wait,
};
