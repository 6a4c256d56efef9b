import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { openEventStream } from '#api/event-stream.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { session } from '#session/session.ts';
import { pollingOptions, queryClient } from './query-client.ts';

const POLL_MS = 5000;

export interface StreamResult<T> {
  /** The latest data; it stays when the connection is lost. */
  data: T | undefined;
  /** When the latest data was received. */
  receivedAt: Date | undefined;
  /** The failure of the last poll. */
  problem: Problem | undefined;
  /** Whether the stream is connected; undefined until the first attempt. */
  isLive: boolean | undefined;
  /** Polls at once after a change on this page; a connected stream needs no poll. */
  refresh: () => void;
}

/**
 * Subscribes to the server-sent events of a path, each of which replaces the data; polls while the stream fails. A hidden
 * page closes its stream, because browsers limit the connections to one server.
 */
export function useStream<T>(path: string, poll: (signal: AbortSignal) => Promise<T>): StreamResult<T> {
  const [isLive, setLive] = useState<boolean>();
  const visible = useVisible();
  const isPolling = visible && isLive === false;
  const { data, error, dataUpdatedAt, refetch } = useQuery<T>({
    ...pollingOptions(POLL_MS),
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
    receivedAt: dataUpdatedAt === 0 ? undefined : new Date(dataUpdatedAt),
    problem: error ? toProblem(error, language()) : undefined,
    isLive,
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
