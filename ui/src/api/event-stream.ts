import { createParser } from 'eventsource-parser';

export interface EventStreamOptions {
  url: string;
  getToken: () => string | null;
  /** Called with the `data:` of each event. */
  onData: (data: string) => void;
  /** Called with whether data arrive; false also if the first data are overdue. */
  onLive: (live: boolean) => void;
  /** Called on a 401 of the current token, after which it does not reconnect. */
  onUnauthorized: () => void;
  /** delays before reconnecting; the last one is repeated, and data reset them to the first */
  retryDelaysMs?: readonly number[];
  /** the time for the first data of a connection, after which the caller should poll */
  firstDataTimeoutMs?: number;
  /** the time without any bytes after which a connection is dead; servers send something every 15 s */
  silenceTimeoutMs?: number;
}

const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000, 30_000];

/** Reads server-sent events with the bearer token, which EventSource cannot send. Returns a function that stops it. */
export function openEventStream(options: EventStreamOptions): () => void {
  const { retryDelaysMs = RETRY_DELAYS_MS } = options;
  const controller = new AbortController();

  async function reconnectLoop(): Promise<void> {
    for (let failures = 0; !controller.signal.aborted; failures += 1) {
      const token = options.getToken();
      const { status, hasData } = await readConnection(options, token, controller.signal);
      if (controller.signal.aborted) return;
      options.onLive(false);
      if (status === 401 && token === options.getToken()) return options.onUnauthorized();
      if (hasData) failures = 0;
      await delay(retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0, controller.signal);
    }
  }
  void reconnectLoop();
  return () => controller.abort();
}

/** Reads one connection until it ends for any reason. Never throws. */
async function readConnection(
  options: EventStreamOptions,
  token: string | null,
  signal: AbortSignal,
): Promise<{ status: number; hasData: boolean }> {
  const { url, onData, onLive, firstDataTimeoutMs = 3000, silenceTimeoutMs = 40_000 } = options;
  const silenceController = new AbortController();
  const outcome = { status: 0, hasData: false };
  const firstDataTimer = setTimeout(() => onLive(false), firstDataTimeoutMs);
  let silenceTimer = setTimeout(() => silenceController.abort(), silenceTimeoutMs);
  const parser = createParser({
    onEvent: ({ data }) => {
      if (signal.aborted) return;
      clearTimeout(firstDataTimer);
      if (!outcome.hasData) onLive(true);
      outcome.hasData = true;
      onData(data);
    },
  });
  try {
    const connectionSignal = AbortSignal.any([signal, silenceController.signal]);
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token ?? ''}` };
    const response = await fetch(url, { headers, signal: connectionSignal, cache: 'no-store' });
    outcome.status = response.status;
    if (!isEventStream(response)) {
      await response.body?.cancel();
      return outcome;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(() => silenceController.abort(), silenceTimeoutMs);
      parser.feed(chunk.value);
    }
  } catch {
    // broken, dead or stopped: the caller decides whether to reconnect
  } finally {
    clearTimeout(firstDataTimer);
    clearTimeout(silenceTimer);
  }
  return outcome;
}

const isEventStream = (response: Response): response is Response & { body: NonNullable<Response['body']> } =>
  response.ok && response.body !== null && /^text\/event-stream/.test(response.headers.get('Content-Type') ?? '');

const delay = (delayMs: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    stop.addEventListener('abort', done);
  });
