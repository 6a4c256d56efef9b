import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, RequestInput } from './client.ts';
import type { TestBackend } from './test-backend.ts';

export interface ImportData {
  id: number;
  bytes: number;
  status: string;
  fault: { key: string } | null;
  counts: { new: number; refused: number } | null;
}

export const importOf = ({ data }: Pick<Answer, 'data'>): ImportData =>
  (data as unknown as { import: ImportData }).import; // Cast: validated against the contract before.

const randomLetter = () => String.fromCharCode(65 + randomInt(26));

/** A CSV line of a city with a random code. */
export const newCsvLine = () =>
  `${randomLetter()}${randomLetter()}${randomLetter()}${randomInt(10_000, 99_999)},Sample,`;
export const csvHeader = 'code,name,country';
/** A CSV line with a country that does not exist, whose code no other line can have. */
export const invalidCsvLine = 'SAMPLE7,Sample,Nowhere at all';

/** Imports of cities that cases create through the API under test; all are removed at the end. */
export class Imports {
  readonly #backend: TestBackend;
  readonly #ids: number[] = [];

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  body(bytes: number) {
    return { entity: 'city', filename: 'sample.csv', bytes };
  }

  remember(answer: Answer): ImportData {
    const importData = importOf(answer);
    this.#ids.push(importData.id);
    return importData;
  }

  /** An import without its file. */
  async created(bytes = 30, role = 'admin'): Promise<RequestInput> {
    return paramsOf(this.remember(await this.#call('createImport', { body: this.body(bytes) }, role)));
  }

  async uploaded(lines = [newCsvLine()], role = 'admin'): Promise<RequestInput> {
    const file = `${[csvHeader, ...lines].join('\n')}\n`;
    const { params } = await this.created(file.length, role);
    await this.#call('putImportPart', { params: { ...params, part: 0 }, rawBody: file }, role);
    return { params: params ?? {} };
  }

  async staged(lines?: string[], role = 'admin'): Promise<RequestInput> {
    const input = await this.uploaded(lines, role);
    await this.#call('previewImport', { ...input, body: {} }, role);
    await this.#call('stageImport', input, role);
    return this.waitForStatus(input, 'staged');
  }

  async applied(lines?: string[], role = 'admin'): Promise<RequestInput> {
    const input = await this.staged(lines, role);
    await this.#call('applyImport', { ...input, body: { rows: 'sound', status: 'pending' } }, role);
    return this.waitForStatus(input, 'applied');
  }

  /** Waits until a worker has brought the import to a status. */
  async waitForStatus(input: RequestInput, status: string): Promise<RequestInput> {
    for (const deadline = Date.now() + 10_000; Date.now() < deadline; await pause(100)) {
      const importData = importOf(await this.#call('getImport', input));
      if (importData.status === status) return input;
      if (importData.fault) throw new Error(`an import stopped: ${importData.fault.key}`);
    }
    throw new Error(`an import is not ${status} within ten seconds`);
  }

  /** Reverts applied imports and discards the others. */
  async deleteAll(): Promise<void> {
    for (const id of this.#ids.splice(0)) {
      const input = { params: { id } };
      const answer = await this.#backend.ask(this.#backend.operation('getImport'), 'admin', input);
      if (answer.status === 404) continue;
      if (importOf(answer).status !== 'applied') {
        await this.#backend.ask(this.#backend.operation('deleteImport'), 'admin', input);
        continue;
      }
      await this.#call('revertImport', input);
      await this.waitForStatus(input, 'reverted');
    }
  }

  #call(id: string, input: RequestInput, role = 'admin'): Promise<Answer> {
    return this.#backend.call(this.#backend.operation(id), role, input);
  }
}

const paramsOf = ({ id }: ImportData): RequestInput => ({ params: { id } });
