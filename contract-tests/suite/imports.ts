import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Input } from './client.ts';
import type { World } from './world.ts';

export interface ImportData {
  id: number;
  bytes: number;
  status: string;
  fault: { key: string } | null;
  counts: { new: number; refused: number } | null;
}

export const importIn = ({ data }: Pick<Answer, 'data'>): ImportData =>
  (data as unknown as { import: ImportData }).import; // Cast: validated against the contract before.

const letter = () => String.fromCharCode(65 + randomInt(26));

/** A city with a code of its own, as a line of a file. */
export const newLine = () => `${letter()}${letter()}${letter()}${randomInt(10_000, 99_999)},Sample,`;
export const header = 'code,name,country';
/** It names a country that there is not, which no sample’s code can be. */
export const unsoundLine = 'SAMPLE7,Sample,Nowhere at all';

/** Imports of cities made for cases through the interface under test, and taken away in the end. */
export class Imports {
  readonly #world: World;
  readonly #ids: number[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  body(bytes: number) {
    return { entity: 'city', filename: 'sample.csv', bytes };
  }

  remember(answer: Answer): ImportData {
    const found = importIn(answer);
    this.#ids.push(found.id);
    return found;
  }

  /** One whose file has not come yet. */
  async begun(bytes = 30, role = 'admin'): Promise<Input> {
    return at(this.remember(await this.#call('createImport', { body: this.body(bytes) }, role)));
  }

  async uploaded(lines = [newLine()], role = 'admin'): Promise<Input> {
    const file = `${[header, ...lines].join('\n')}\n`;
    const { params } = await this.begun(file.length, role);
    await this.#call('putImportPart', { params: { ...params, part: 0 }, rawBody: file }, role);
    return { params: params ?? {} };
  }

  async staged(lines?: string[], role = 'admin'): Promise<Input> {
    const input = await this.uploaded(lines, role);
    await this.#call('previewImport', { ...input, body: {} }, role);
    await this.#call('stageImport', input, role);
    return this.until(input, 'staged');
  }

  async applied(lines?: string[], role = 'admin'): Promise<Input> {
    const input = await this.staged(lines, role);
    await this.#call('applyImport', { ...input, body: { rows: 'sound', status: 'pending' } }, role);
    return this.until(input, 'applied');
  }

  /** The import, once a worker has brought it so far. */
  async until(input: Input, status: string): Promise<Input> {
    for (const end = Date.now() + 10_000; Date.now() < end; await pause(100)) {
      const found = importIn(await this.#call('getImport', input));
      if (found.status === status) return input;
      if (found.fault) throw new Error(`an import stopped: ${found.fault.key}`);
    }
    throw new Error(`an import is not ${status} within ten seconds`);
  }

  /** Takes back what was imported, and discards what was not. */
  async tidy(): Promise<void> {
    for (const id of this.#ids.splice(0)) {
      const input = { params: { id } };
      const found = await this.#world.ask(this.#world.operation('getImport'), 'admin', input);
      if (found.status === 404) continue;
      if (importIn(found).status !== 'applied') {
        await this.#world.ask(this.#world.operation('deleteImport'), 'admin', input);
        continue;
      }
      await this.#call('revertImport', input);
      await this.until(input, 'reverted');
    }
  }

  #call(id: string, input: Input, role = 'admin'): Promise<Answer> {
    return this.#world.call(this.#world.operation(id), role, input);
  }
}

const at = ({ id }: ImportData): Input => ({ params: { id } });
