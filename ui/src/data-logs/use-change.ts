import type { Schemas } from '#api/metadata.gen.ts';
import { useRead } from '#crud/read/use-read.ts';
import type { Change } from '#crud/resource.ts';
import { cacheLabels } from '#crud/text/labels.ts';
import { api } from '#session/session.ts';

/** Loads a change with the record before and after it. */
export type ChangeDetails = Omit<Schemas['DataLogFoundAnswer']['data'], 'before' | 'after'> &
  Pick<Change, 'before' | 'after'>;

export const useChange = (seq: number) =>
  useRead({
    queryKey: ['data log', seq],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/api/v1/data-logs/{seq}', { params: { path: { seq } }, signal });
      cacheLabels(data.labels);
      // the cast: records have their entity's own fields in addition to the common ones
      return data as ChangeDetails;
    },
  });
