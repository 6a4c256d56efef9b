import type { Entity } from '#api/facts.gen.ts';
import { readOnceOptions } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { api } from '#session/session.ts';
import type { ImportPreset } from './import.ts';

/** Returns the presets of an entity, or an empty list until they are loaded. */
export function usePresets(entity: Entity | undefined): ImportPreset[] {
  const { data } = useRead({
    ...readOnceOptions,
    queryKey: ['import presets'],
    queryFn: async () => (await api.GET('/api/v1/import-presets')).data.items,
  });
  return (data ?? []).filter((preset) => preset.entity === entity);
}
