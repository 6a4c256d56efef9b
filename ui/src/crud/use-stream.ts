import { useCallback, useEffect, useRef, useState } from 'react';
import { openEventStream } from '#api/event-stream.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { session } from '#session/session.ts';

const pollPause = 5000;

export interface Streamed<T> {
  /** The newest; what was there before stays when the connection is lost. */
  data: T | undefined;
  /** When it came. */
  time: Date | undefined;
  /** Of the last poll; none while data come. */
  problem: Problem | undefined;
  /** Whether the stream brings it; undefined until that is known. */
  live: boolean | undefined;
  /** Asks at once, for what was just done here; a stream tells it by itself. */
  refresh: () => void;
}

type State<T> = Omit<Streamed<T>, 'refresh'>;

const nothing = { data: undefined, time: undefined, problem: undefined, live: undefined };

/**
 * What the server-sent events of a path say, each a whole `T`; polled every five seconds while they fail. Nothing is
 * asked while nobody looks at the page: a browser has few connections to one server, and a stream holds one.
 */
export function useStream<T>(path: string, poll: (signal: AbortSignal) => Promise<T>): Streamed<T> {
  const [state, setState] = useState<State<T>>(nothing);
  const [turn, setTurn] = useState(0);
  const visible = useVisible();
  const latest = useRef(poll);
  latest.current = poll;

  useEffect(() => {
    if (!visible) return;
    return openEventStream({
      url: `/dc${path}`,
      getToken: () => session.token,
      // the cast: the contract says what the events are
      onData: (text) => setState({ data: JSON.parse(text) as T, time: new Date(), problem: undefined, live: true }),
      onLive: (live) => setState((before) => ({ ...before, live })),
      onUnauthorized: () => session.actor.send({ type: 'UNAUTHORIZED' }),
    });
  }, [path, visible]);

  const polling = visible && state.live === false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks anew
  useEffect(() => {
    if (!polling) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    async function ask(): Promise<void> {
      try {
        const data = await latest.current(stop.signal);
        if (!stop.signal.aborted) setState((before) => ({ ...before, data, time: new Date(), problem: undefined }));
      } catch (error) {
        if (!stop.signal.aborted) setState((before) => ({ ...before, problem: toProblem(error, language()) }));
      }
      if (!stop.signal.aborted) timer = setTimeout(ask, pollPause);
    }
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [polling, turn]);

  const refresh = useCallback(() => setTurn((before) => before + 1), []);
  return { ...state, refresh };
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}
