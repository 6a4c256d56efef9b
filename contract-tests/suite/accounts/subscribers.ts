import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { requireRecord } from '../records/records.ts';
import type { ApiResponse } from '../requests/client.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { TASK_TIMEOUT_MS } from '../until.ts';

/** The port of the discard protocol, where nothing listens, so deliveries fail at once. */
export const UNREACHABLE_URL = 'http://127.0.0.1:9/changes';

export interface Lane {
  entity: string;
  state: string;
  position: number;
  attempts: number;
  replay: number | null;
}

interface Delivery {
  id: number;
  kind: string;
  record: { recordId: number } | null;
}

/** Creates subscribers through the API under test, and deletes them at the end. */
export class Subscribers {
  readonly #backend: TestBackend;
  readonly #ids: number[] = [];

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  newSubscriberBody(changes: object = {}) {
    const name = `sample-${randomUUID().slice(0, 8)}`;
    return { name, url: UNREACHABLE_URL, entities: ['country'], active: true, ...changes };
  }

  /** Creates a subscriber, and returns it with its token. */
  async create(changes: object = {}): Promise<RecordData & { token: string }> {
    const response = await this.#callAsAdmin('createSubscriber', { body: this.newSubscriberBody(changes) });
    return { ...this.track(response), token: response.data.token ?? '' };
  }

  track({ data }: ApiResponse): RecordData {
    const record = requireRecord(data.record);
    this.#ids.push(record.id);
    this.#backend.created.set(`subscriber ${record.id}`, `subscriber ${String(record.name)} (id ${record.id})`);
    return record;
  }

  async reload(id: number): Promise<RecordData> {
    return requireRecord((await this.#callAsAdmin('getSubscriber', { params: { id } })).data.record);
  }

  /** Waits until the subscriber's lane for countries matches a condition. */
  async waitForLane(subscriberId: number, matches: (lane: Lane, current: { position: number } | null) => boolean) {
    return this.#poll('getSyncLane', { params: { subscriberId, entity: 'country' } }, ({ data }) => {
      const { lane, current } = data as unknown as { lane: Lane; current: { position: number } | null }; // Cast: validated.
      return matches(lane, current) ? { lane, current } : undefined;
    });
  }

  /** Waits until a task has a status. */
  waitForTask(id: number, status: string): Promise<TaskData> {
    return this.#poll('getTask', { params: { id } }, ({ data }) => {
      const task = taskOf({ data });
      return task.status === status ? task : undefined;
    });
  }

  /** Waits for a delivery that matches a condition. */
  waitForDelivery(id: number, matches: (delivery: Delivery) => boolean): Promise<Delivery> {
    return this.#poll('listDeliveries', { params: { id } }, ({ data }) => (data.items as Delivery[]).find(matches));
  }

  async deleteAll(): Promise<void> {
    for (const id of this.#ids.splice(0)) {
      const current = await this.#backend.tryCall(this.#backend.operation('getSubscriber'), 'admin', {
        params: { id },
      });
      if (current.status !== 404) {
        const { version } = requireRecord(current.data.record);
        await this.#callAsAdmin('deleteSubscriber', { params: { id }, version });
      }
      this.#backend.created.delete(`subscriber ${id}`);
    }
  }

  async #poll<T>(
    id: string,
    input: Parameters<TestBackend['call']>[2],
    select: (response: ApiResponse) => T | undefined,
  ): Promise<T> {
    for (const deadline = Date.now() + TASK_TIMEOUT_MS; Date.now() < deadline; await delay(100)) {
      const value = select(await this.#callAsAdmin(id, input));
      if (value !== undefined) return value;
    }
    throw new Error(`${id} did not return the expected data within a minute`);
  }

  #callAsAdmin(id: string, input: Parameters<TestBackend['call']>[2]): Promise<ApiResponse> {
    return this.#backend.call(this.#backend.operation(id), 'admin', input);
  }
}

export interface TaskData {
  id: number;
  kind: string;
  status: string;
}

export const taskOf = ({ data }: Pick<ApiResponse, 'data'>): TaskData => (data as unknown as { task: TaskData }).task; // Cast: validated against the contract before.
