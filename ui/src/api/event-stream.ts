import { createParser } from 'eventsource-parser';

export interface EventStreamOptions {
  url: string;
  getToken: () => string | null;
  /** The `data:` of an event, as text. */
  onData: (data: string) => void;
  /** Whether data come; false also while the first of them is overdue. */
  onLive: (live: boolean) => void;
  /** The session is over: nothing more is tried. */
  onUnauthorized: () => void;
  /** Before each try anew, in milliseconds; the last one for all further ones. Data make them begin again. */
  pauses?: readonly number[];
  /** How long the first data of a connection may take until polling is better, in milliseconds. */
  patience?: number;
  /** A connection on which nothing is heard for so long is dead, in milliseconds; servers say something every 15 s. */
  silence?: number;
}

const usualPauses = [1000, 2000, 5000, 10_000, 30_000];

/** Reads server-sent events with the bearer token, which an EventSource cannot send, until the answer is called. */
export function openEventStream(options: EventStreamOptions): () => void {
  const { pauses = usualPauses } = options;
  const stop = new AbortController();

  async function run(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      const { status, heard } = await listen(options, stop.signal);
      if (stop.signal.aborted) return;
      options.onLive(false);
      if (status === 401) return options.onUnauthorized();
      if (heard) failures = 0;
      await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 0, stop.signal);
    }
  }
  void run();
  return () => stop.abort();
}

/** One connection, from its request to its end, however it ends; whether any data came. */
async function listen(options: EventStreamOptions, stop: AbortSignal): Promise<{ status: number; heard: boolean }> {
  const { url, getToken, onData, onLive, patience = 3000, silence = 40_000 } = options;
  const dead = new AbortController();
  const outcome = { status: 0, heard: false };
  const overdue = setTimeout(() => onLive(false), patience);
  let deaf = setTimeout(() => dead.abort(), silence);
  const parser = createParser({
    onEvent: ({ data }) => {
      if (stop.aborted) return;
      clearTimeout(overdue);
      if (!outcome.heard) onLive(true);
      outcome.heard = true;
      onData(data);
    },
  });
  try {
    const signal = AbortSignal.any([stop, dead.signal]);
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${getToken() ?? ''}` };
    const response = await fetch(url, { headers, signal, cache: 'no-store' });
    outcome.status = response.status;
    if (!isEvents(response)) {
      await response.body?.cancel();
      return outcome;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(deaf);
      deaf = setTimeout(() => dead.abort(), silence);
      parser.feed(chunk.value);
    }
  } catch {
    // cut, dead or stopped: what follows is up to the caller
  } finally {
    clearTimeout(overdue);
    clearTimeout(deaf);
  }
  return outcome;
}

const isEvents = (response: Response): response is Response & { body: NonNullable<Response['body']> } =>
  response.ok && response.body !== null && /^text\/event-stream/.test(response.headers.get('Content-Type') ?? '');

const pause = (time: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, time);
    stop.addEventListener('abort', done);
  });
