import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './client.ts';
import type { RecordData } from './data.ts';
import { requireRecord } from './staff.ts';
import type { TestBackend } from './test-backend.ts';

/** Nobody listens at the port of the discard protocol, so that deliveries fail at once. */
export const nobodyListens = 'http://127.0.0.1:9/changes';

export interface Lane {
  entity: string;
  state: string;
  position: number;
  attempts: number;
  replay: number | null;
}

/** Subscribers made for cases through the interface under test, and taken away in the end. */
export class Subscribers {
  readonly #backend: TestBackend;
  readonly #ids: number[] = [];

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  body(changes: object = {}) {
    const name = `sample-${randomUUID().slice(0, 8)}`;
    return { name, url: nobodyListens, entities: ['country'], active: true, ...changes };
  }

  /** A new subscriber with the token that was shown. */
  async create(changes: object = {}): Promise<RecordData & { token: string }> {
    const answer = await this.#admin('createSubscriber', { body: this.body(changes) });
    return { ...this.remember(answer), token: answer.data.token ?? '' };
  }

  remember({ data }: Answer): RecordData {
    const record = requireRecord(data.record);
    this.#ids.push(record.id);
    return record;
  }

  async reload(id: number): Promise<RecordData> {
    return requireRecord((await this.#admin('getSubscriber', { params: { id } })).data.record);
  }

  /** Where it stands with countries, once that is as wanted; a worker takes a moment. */
  async waitForLane(subscriberId: number, isWanted: (lane: Lane, current: { position: number } | null) => boolean) {
    return this.#until('getSyncLane', { params: { subscriberId, entity: 'country' } }, ({ data }) => {
      const { lane, current } = data as unknown as { lane: Lane; current: { position: number } | null }; // Cast: validated.
      return isWanted(lane, current) ? { lane, current } : undefined;
    });
  }

  /** A task, once it has come that far. */
  waitForTask(id: number, status: string): Promise<TaskData> {
    return this.#until('getTask', { params: { id } }, ({ data }) => {
      const task = taskOf({ data });
      return task.status === status ? task : undefined;
    });
  }

  /** The first delivery of a subscriber that is as wanted. */
  waitForDelivery(id: number, isWanted: (delivery: { kind: string }) => boolean): Promise<{ id: number }> {
    return this.#until('listDeliveries', { params: { id } }, ({ data }) =>
      (data.items as { id: number; kind: string }[]).find(isWanted),
    );
  }

  async deleteAll(): Promise<void> {
    for (const id of this.#ids.splice(0)) {
      const current = await this.#backend.ask(this.#backend.operation('getSubscriber'), 'admin', { params: { id } });
      if (current.status === 404) continue;
      const { version } = requireRecord(current.data.record);
      await this.#admin('deleteSubscriber', { params: { id }, version });
    }
  }

  async #until<T>(
    id: string,
    input: Parameters<TestBackend['call']>[2],
    select: (answer: Answer) => T | undefined,
  ): Promise<T> {
    for (const end = Date.now() + 10_000; Date.now() < end; await pause(100)) {
      const found = select(await this.#admin(id, input));
      if (found !== undefined) return found;
    }
    throw new Error(`${id} has not become as wanted within ten seconds`);
  }

  #admin(id: string, input: Parameters<TestBackend['call']>[2]): Promise<Answer> {
    return this.#backend.call(this.#backend.operation(id), 'admin', input);
  }
}

export interface TaskData {
  id: number;
  kind: string;
  status: string;
}

export const taskOf = ({ data }: Pick<Answer, 'data'>): TaskData => (data as unknown as { task: TaskData }).task; // Cast: validated against the contract before.
