import { randomUUID } from 'node:crypto';
import { requireRecord } from '../records/records.ts';
import type { ApiResponse } from '../requests/client.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';

/** Saves views of lists through the API under test, and deletes them at the end. */
export class Views {
  readonly #backend: TestBackend;
  readonly #created: { id: number; role: string }[] = [];

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  newBody(changes: object = {}) {
    return { list: 'country', name: `sample ${randomUUID().slice(0, 8)}`, search: 'status=active', ...changes };
  }

  /** Saves a view, by default as the editor. */
  async create(changes: object = {}, role = 'editor'): Promise<RecordData> {
    const operation = this.#backend.operation('createView');
    return this.track(await this.#backend.call(operation, role, { body: this.newBody(changes) }), role);
  }

  track({ data }: ApiResponse, role = 'editor'): RecordData {
    const record = requireRecord(data.record);
    this.#created.push({ id: record.id, role });
    this.#backend.created.set(`view ${record.id}`, `view ${String(record.name)} (id ${record.id})`);
    return record;
  }

  /** Saves a view as the admin, who may share it with a role of the viewer. */
  async createShared(): Promise<RecordData> {
    const { data } = await this.#backend.call(this.#backend.operation('listRoles'), 'admin', {
      query: { q: 'viewer' },
    });
    const role = (data.items as RecordData[]).find(({ name }) => name === 'viewer'); // Cast: validated before.
    return this.create({ shared: [role?.id] }, 'admin');
  }

  async deleteAll(): Promise<void> {
    for (const { id, role } of this.#created.splice(0)) {
      await this.#backend.tryCall(this.#backend.operation('deleteView'), role, { params: { id }, version: '*' });
      this.#backend.created.delete(`view ${id}`);
    }
  }
}
