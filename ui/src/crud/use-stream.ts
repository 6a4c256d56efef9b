import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { openEventStream } from '#api/event-stream.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { session } from '#session/session.ts';
import { polling, queryClient } from './query-client.ts';

const POLL_MS = 5000;

export interface Streamed<T> {
  /** The newest; what was there before stays when the connection is lost. */
  data: T | undefined;
  /** When it came. */
  time: Date | undefined;
  /** Of the last poll; none while data come. */
  problem: Problem | undefined;
  /** Whether the stream brings it; undefined until that is known. */
  live: boolean | undefined;
  /** Reads at once, for what was just done here; a stream tells it by itself. */
  refresh: () => void;
}

/**
 * What the server-sent events of a path say, each a whole `T` that takes the place of the one before; polled while they
 * fail. Nothing is asked while nobody looks at the page: a browser has few connections to one server, and a stream
 * holds one.
 */
export function useStream<T>(path: string, poll: (signal: AbortSignal) => Promise<T>): Streamed<T> {
  const [live, setLive] = useState<boolean>();
  const visible = useVisible();
  const isPolling = visible && live === false;
  const { data, error, dataUpdatedAt, refetch } = useQuery<T>({
    ...polling(POLL_MS),
    queryKey: ['stream', path],
    queryFn: ({ signal }) => poll(signal),
    enabled: isPolling,
  });

  useEffect(() => {
    if (!visible) return;
    return openEventStream({
      url: `/dc${path}`,
      getToken: () => session.token,
      onData: (text) => {
        queryClient.setQueryData(['stream', path], JSON.parse(text));
        setLive(true);
      },
      onLive: setLive,
      onUnauthorized: () => session.actor.send({ type: 'UNAUTHORIZED' }),
    });
  }, [path, visible]);

  const refresh = useCallback(() => {
    if (isPolling) void refetch();
  }, [isPolling, refetch]);
  return {
    data,
    time: dataUpdatedAt === 0 ? undefined : new Date(dataUpdatedAt),
    problem: error ? toProblem(error, language()) : undefined,
    live,
    refresh,
  };
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const updateVisibility = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', updateVisibility);
    return () => document.removeEventListener('visibilitychange', updateVisibility);
  }, []);
  return visible;
}
