import type { Schemas } from '#api/facts.gen.ts';
import { usePages } from '#crud/use-pages.ts';
import { api } from '#session/session.ts';

type Page = Schemas['SettingsHistoryAnswer']['data'];
export type SettingsChange = Page['items'][number];

/** Every change of the configuration, newest first, as far as it has been asked for. */
export const useSettingsHistory = () =>
  usePages<SettingsChange, Page>(
    'settings history',
    async (cursor, signal) => {
      const query = cursor === null ? {} : { cursor };
      return (await api.GET('/api/v1/system-config/history', { params: { query }, signal })).data;
    },
    ({ id }) => id,
  );

export type SettingsHistory = ReturnType<typeof useSettingsHistory>;
