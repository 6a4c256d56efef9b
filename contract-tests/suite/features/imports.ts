import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiResponse, RequestInput } from '../requests/client.ts';
import type { TestBackend } from '../test-backend.ts';
import { TASK_TIMEOUT_MS } from '../until.ts';

export interface ImportData {
  id: number;
  bytes: number;
  status: string;
  fault: { key: string } | null;
  counts: { new: number; refused: number } | null;
  changeSetId?: number;
}

export const importIn = ({ data }: Pick<ApiResponse, 'data'>): ImportData =>
  (data as unknown as { import: ImportData }).import; // Cast: validated against the contract before.

const randomLetter = () => String.fromCharCode(65 + randomInt(26));

/** Returns a CSV line for a city with a random code. */
export const newCsvLine = () =>
  `${randomLetter()}${randomLetter()}${randomLetter()}${randomInt(10_000, 99_999)},Sample,`;
export const csvHeader = 'code,name,country';
/** A CSV line with an unknown country. Its code cannot collide with those of `newCsvLine`. */
export const invalidCsvLine = 'SAMPLE7,Sample,Nowhere at all';

/** How many imports of this run may be unfinished: an account may have 100, and others may work on the backend, too. */
const MAX_UNFINISHED = 50;

/** Creates imports of cities through the API under test, and removes them at the end, or earlier if there are many. */
export class Imports {
  readonly #backend: TestBackend;
  #ids: number[] = [];
  /** Those that may count as unfinished, the oldest first. */
  readonly #unfinished: number[] = [];

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  newImportBody(bytes: number, changes: { entity?: string; filename?: string } = {}) {
    return { entity: 'city', filename: 'sample.csv', bytes, ...changes };
  }

  track(response: ApiResponse): ImportData {
    const importData = importIn(response);
    this.#ids.push(importData.id);
    this.#unfinished.push(importData.id);
    this.#backend.created.set(`import ${importData.id}`, `import (id ${importData.id})`);
    return importData;
  }

  /** Creates an import whose file has not been uploaded yet. */
  async createImport(bytes = 30, role = 'admin'): Promise<RequestInput> {
    return paramsOf(await this.#create(this.newImportBody(bytes), role));
  }

  async #create(body: object, role: string): Promise<ImportData> {
    if (this.#unfinished.length >= MAX_UNFINISHED) await this.#discard(this.#unfinished.shift() ?? 0);
    return this.track(await this.#call('createImport', { body }, role));
  }

  /** Discards an import unless it was applied, which ends it, too. */
  async #discard(id: number): Promise<void> {
    const input = { params: { id } };
    const { status } = await this.#backend.tryCall(this.#backend.operation('deleteImport'), 'admin', input);
    if (status === 409) return;
    this.#ids = this.#ids.filter((other) => other !== id);
    this.#backend.created.delete(`import ${id}`);
  }

  /** Uploads a small file as it is. */
  async uploadFile(
    bytes: Uint8Array,
    changes: { entity?: string; filename?: string } = {},
    role = 'admin',
  ): Promise<RequestInput> {
    const body = this.newImportBody(bytes.length, changes);
    const { params } = paramsOf(await this.#create(body, role));
    await this.#call('putImportPart', { params: { ...params, part: 0 }, rawBody: Uint8Array.from(bytes) }, role);
    return { params: params ?? {} };
  }

  /** Uploads a file and compares it with what is there, read as it is detected or with other options. */
  async stageFile(
    bytes: Uint8Array,
    changes: { entity?: string; filename?: string } = {},
    options: object = {},
  ): Promise<RequestInput> {
    const input = await this.uploadFile(bytes, changes);
    const preview = await this.#call('previewImport', { ...input, body: {} });
    const detected = Object(importIn(preview)).options as object; // Cast: validated by its own cases.
    if (Object.keys(options).length > 0)
      await this.#call('previewImport', { ...input, body: { options: { ...detected, ...options } } });
    await this.#call('stageImport', input);
    return this.waitForStatus(input, 'staged');
  }

  async uploadImport(lines = [newCsvLine()], role = 'admin'): Promise<RequestInput> {
    const file = `${[csvHeader, ...lines].join('\n')}\n`;
    const { params } = await this.createImport(file.length, role);
    await this.#call('putImportPart', { params: { ...params, part: 0 }, rawBody: file }, role);
    return { params: params ?? {} };
  }

  async stageImport(lines?: string[], role = 'admin'): Promise<RequestInput> {
    const input = await this.uploadImport(lines, role);
    await this.#call('previewImport', { ...input, body: {} }, role);
    await this.#call('stageImport', input, role);
    return this.waitForStatus(input, 'staged');
  }

  async applyImport(lines?: string[], role = 'admin'): Promise<RequestInput> {
    const input = await this.stageImport(lines, role);
    await this.#call('applyImport', { ...input, body: { rows: 'sound', status: 'pending' } }, role);
    return this.waitForStatus(input, 'applied');
  }

  /** Waits until a worker has moved the import to a status. */
  async waitForStatus(input: RequestInput, status: string): Promise<RequestInput> {
    for (const deadline = Date.now() + TASK_TIMEOUT_MS; Date.now() < deadline; await delay(100)) {
      const importData = importIn(await this.#call('getImport', input));
      if (importData.status === status) return input;
      if (importData.fault) throw new Error(`the import failed: ${importData.fault.key}`);
    }
    throw new Error(`the import was not ${status} within a minute`);
  }

  /** Reverts applied imports, except for those that have become change sets, and discards the others. */
  async deleteAll(): Promise<void> {
    for (const id of this.#ids.splice(0)) {
      const input = { params: { id } };
      const response = await this.#backend.tryCall(this.#backend.operation('getImport'), 'admin', input);
      if (response.status !== 404) {
        const { status, changeSetId } = importIn(response);
        if (status === 'applied' && changeSetId === undefined) {
          await this.#call('revertImport', input);
          await this.waitForStatus(input, 'reverted');
        } else await this.#backend.tryCall(this.#backend.operation('deleteImport'), 'admin', input);
      }
      this.#backend.created.delete(`import ${id}`);
    }
  }

  #call(id: string, input: RequestInput, role = 'admin'): Promise<ApiResponse> {
    return this.#backend.call(this.#backend.operation(id), role, input);
  }
}

const paramsOf = ({ id }: ImportData): RequestInput => ({ params: { id } });
