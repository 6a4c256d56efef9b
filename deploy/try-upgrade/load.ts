import { createApi } from '../try-cluster/api.ts';
import type { Service } from './checkout.ts';

/** Clients that send one request after another. */
const CLIENTS = 6;
/** A failure of each kind is reported once, with its number. */
const MAX_REPORTED = 20;

interface Found {
  items: { id: number; code: string; name: string | null; entity?: string }[];
}

/** A record whose search texts the release has written, and the list of its kind. */
interface KnownRecord {
  list: string;
  id: number;
  code: string;
  name: string | null;
}

interface Station {
  record: { id: number; code: string; version: number };
}

export interface LoadResult {
  requests: number;
  searches: number;
  writes: number;
  /** The longest time that a request took, in milliseconds. */
  slowestMs: number;
  /** One line per kind of failure, with its number. */
  failures: string[];
}

const LISTS = ['countries', 'cities', 'airports', 'airlines', 'train-stations', 'eu-stations'];

/**
 * Reads, searches and writes without a pause, as people do while a version is rolled out: requests go in turn to the services in rotation, as a
 * proxy sends them. Whatever is not answered with success fails, as does a search that does not find a record that is there.
 */
export class Load {
  readonly #services = new Map<Service, number>();
  readonly #failures = new Map<string, number>();
  #records: KnownRecord[] = [];
  #clients: Promise<void>[] = [];
  #token = '';
  #phase = '';
  #turn = 0;
  #isStopping = false;
  /** Services that are to stop once their open requests are answered. */
  readonly #departures = new Map<Service, { open: number; resolve: () => void }>();
  /** Phases that end with a number of requests. */
  readonly #waiting: { target: number; resolve: () => void }[] = [];
  #counts = { requests: 0, searches: 0, writes: 0, slowestMs: 0 };

  /** Begins to send requests to a service, which alone is in rotation. */
  async start(service: Service, token: string): Promise<void> {
    this.#token = token;
    this.join(service);
    for (const list of LISTS) {
      const { items } = await createApi(service.url, token).callOk<Found>('GET', `/${list}?pageSize=50`);
      this.#records.push(...items.map(({ id, code, name }) => ({ list, id, code, name })));
    }
    this.#clients = Array.from({ length: CLIENTS }, (_, number) => this.#runClient(number));
  }

  /** What is happening; part of the report of each failure. */
  set phase(text: string) {
    this.#phase = text;
  }

  join(service: Service): void {
    this.#services.set(service, 0);
  }

  /** Sends nothing more to a service, and resolves once its open requests are answered, as a proxy does before a service stops. */
  async leave(service: Service): Promise<void> {
    const open = this.#services.get(service) ?? 0;
    this.#services.delete(service);
    if (open > 0) await new Promise<void>((resolve) => this.#departures.set(service, { open, resolve }));
  }

  /** Resolves once this many more requests were answered, so that a phase lasts however slow the machine is. */
  async handle(requests: number): Promise<void> {
    const target = this.#counts.requests + requests;
    await new Promise<void>((resolve) => this.#waiting.push({ target, resolve }));
  }

  async stop(): Promise<LoadResult> {
    this.#isStopping = true;
    await Promise.all(this.#clients);
    const failures = [...this.#failures].map(([text, count]) => `${count} × ${text}`);
    return { ...this.#counts, failures: failures.slice(0, MAX_REPORTED) };
  }

  async #runClient(number: number): Promise<void> {
    for (let round = 0; !this.#isStopping; round++) {
      const known = this.#records[(number * 97 + round) % this.#records.length];
      if (known) await this.#search(`/${known.list}?q=${encodeURIComponent(known.code)}`, known);
      if (known?.name) await this.#search(`/search?q=${encodeURIComponent(known.name)}&limit=50`);
      await this.#call('GET', `/${known?.list}/${known?.id}`);
      await this.#call('GET', `/${known?.list}?page=2`);
      await this.#write(`LOAD-${number}-${round}`);
    }
  }

  /** Creates a station, changes it, and finds it by both names, each time perhaps at another version. */
  async #write(code: string): Promise<void> {
    this.#counts.writes += 2;
    const created = await this.#call<Station>('POST', '/eu-stations', { body: { code, name: `Ladung ${code} alt` } });
    if (!created) return;
    const { id, version } = created.record;
    await this.#search(`/eu-stations?q=${code}`, { id });
    const body = { code, name: `Ladung ${code} neu` };
    await this.#call<Station>('PUT', `/eu-stations/${id}`, { body, version });
    await this.#search(`/eu-stations?q=${encodeURIComponent(body.name)}`, { id });
  }

  /** Expects that a search finds a record, or any. */
  async #search(path: string, expected?: { id: number }): Promise<void> {
    this.#counts.searches++;
    const found = await this.#call<Found>('GET', path);
    if (!found) return;
    const isFound = expected ? found.items.some(({ id }) => id === expected.id) : found.items.length > 0;
    if (!isFound) this.#fail(`the search ${path} finds ${found.items.length} others only`);
  }

  async #call<T>(
    method: string,
    path: string,
    options: { body?: object; version?: number } = {},
  ): Promise<T | undefined> {
    const service = [...this.#services.keys()][this.#turn++ % this.#services.size];
    if (!service) throw new Error('No service is in rotation.');
    this.#services.set(service, (this.#services.get(service) ?? 0) + 1);
    const start = performance.now();
    try {
      const { status, data } = await createApi(service.url, this.#token).call<T>(method, path, options);
      if (status < 300) return data;
      this.#fail(`${method} ${path.replace(/\?.*|\d+$/, '…')}: ${status} ${Object(data).key ?? ''}`);
    } catch (error) {
      const { cause } = Object(error);
      this.#fail(`${method} ${path.replace(/\?.*|\d+$/, '…')}: ${Object(cause).code ?? error}`);
    } finally {
      this.#counts.slowestMs = Math.max(this.#counts.slowestMs, Math.round(performance.now() - start));
      this.#endRequest(service);
    }
    return undefined;
  }

  #endRequest(service: Service): void {
    this.#counts.requests++;
    for (const waiting of this.#waiting.splice(0)) {
      if (waiting.target <= this.#counts.requests) waiting.resolve();
      else this.#waiting.push(waiting);
    }
    const departure = this.#departures.get(service);
    if (!departure) {
      this.#services.set(service, (this.#services.get(service) ?? 1) - 1);
      return;
    }
    departure.open--;
    if (departure.open > 0) return;
    this.#departures.delete(service);
    departure.resolve();
  }

  #fail(text: string): void {
    const line = `${this.#phase}: ${text}`;
    this.#failures.set(line, (this.#failures.get(line) ?? 0) + 1);
  }
}
