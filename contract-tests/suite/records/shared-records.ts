import { cachedPromise } from '../cached-promise.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { type PreparedRecord, prepareRecord } from './prepare-record.ts';
import { type RecordState, TestRecords } from './records.ts';
import type { TestedEntity } from './tested-entity.ts';

/** Creates records once for all cases that do not change them. */
export class SharedRecords {
  readonly #backend: TestBackend;
  readonly #records: TestRecords;
  readonly #prepared = new Map<string, Promise<PreparedRecord>>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
    this.#records = new TestRecords(backend, true);
  }

  async get(entity: TestedEntity, state: RecordState, author: string): Promise<PreparedRecord> {
    const key = `${entity.tag} ${state} ${author}`;
    const prepare = () => prepareRecord(this.#backend, this.#records, entity, state, author);
    return structuredClone(await cachedPromise(this.#prepared, key, prepare));
  }

  /** Forgets a record that a failed case may have changed. */
  drop(entity: TestedEntity, state: RecordState, author: string): void {
    this.#prepared.delete(`${entity.tag} ${state} ${author}`);
  }

  /** Creates an active record that others can refer to. */
  async createReferenceTarget(entity: TestedEntity, code: string): Promise<RecordData> {
    const body = { ...(await this.#records.freshBody(entity)), [entity.identityField]: code };
    return this.#records.create(entity, 'active', 'editor', body);
  }

  async deleteAll(): Promise<void> {
    this.#prepared.clear();
    await this.#records.deleteAll();
  }
}
