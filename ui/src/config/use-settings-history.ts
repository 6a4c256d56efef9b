import type { Schemas } from '#api/metadata.gen.ts';
import { useReadPages } from '#crud/read/use-read-pages.ts';
import { api } from '#session/session.ts';

type Page = Schemas['SettingsHistoryAnswer']['data'];
export type SettingsChange = Page['items'][number];

/** Loads the changes of the settings page by page, newest first. */
export function useSettingsHistory() {
  return useReadPages<Page>({
    queryKey: ['settings history'],
    load: async (cursor, signal) => {
      const query = cursor === null ? {} : { cursor };
      return (await api.GET('/api/v1/system-config/history', { params: { query }, signal })).data;
    },
    idOf: ({ id }) => id,
  });
}

export type SettingsHistory = ReturnType<typeof useSettingsHistory>;
