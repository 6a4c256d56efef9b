import type { RecordData } from './data.ts';
import type { Kind } from './kind.ts';
import { type Prepared, prepare } from './prepare.ts';
import { Records, type State } from './records.ts';
import type { TestBackend } from './test-backend.ts';

/** Records created once for all cases that do not change them. */
export class SharedRecords {
  readonly #backend: TestBackend;
  readonly #records: Records;
  readonly #prepared = new Map<string, Promise<Prepared>>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
    this.#records = new Records(backend, true);
  }

  async take(kind: Kind, state: State, by: string): Promise<Prepared> {
    const key = `${kind.tag} ${state} ${by}`;
    const prepared = this.#prepared.get(key) ?? prepare(this.#backend, this.#records, kind, state, by);
    this.#prepared.set(key, prepared);
    return structuredClone(await prepared);
  }

  /** Called after a failed case, which may have changed the record. */
  drop(kind: Kind, state: State, by: string): void {
    this.#prepared.delete(`${kind.tag} ${state} ${by}`);
  }

  /** Creates an active record for references. */
  async make(kind: Kind, code: string): Promise<RecordData> {
    const body = { ...(await this.#records.freshBody(kind)), [kind.identity]: code };
    return this.#records.make(kind, 'active', 'editor', body);
  }

  async deleteAll(): Promise<void> {
    this.#prepared.clear();
    await this.#records.deleteAll();
  }
}
