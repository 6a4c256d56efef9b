import type { EntityKey } from '#api/metadata.gen.ts';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import type { ImportPreset } from '#imports/import.ts';
import { api } from '#session/session.ts';

/** Returns the presets of an entity, or an empty list until they are loaded. */
export function usePresets(entity: EntityKey | undefined): ImportPreset[] {
  const { data } = useRead({
    ...readOnceOptions,
    queryKey: ['import presets'],
    queryFn: async () => (await api.GET('/api/v1/import-presets')).data.items,
  });
  return (data ?? []).filter((preset) => preset.entity === entity);
}
