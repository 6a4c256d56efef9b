import { LIST_STALE_MS, quietMeta } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { api } from '#session/session.ts';

const DAY_MS = 86_400_000;

/** Reads the time zone of the installation, in which the dates of change sets are, and which day it is there. */
export const useInstallationDay = () =>
  useRead({
    queryKey: ['change sets', 'installation day'],
    queryFn: async ({ signal }) => {
      const { zone, today } = (await api.GET('/api/v1/calendar', { signal })).data;
      return { zone, today };
    },
    staleTime: LIST_STALE_MS,
    meta: quietMeta,
  });

/** Returns the day after a day such as 2026-12-01. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
