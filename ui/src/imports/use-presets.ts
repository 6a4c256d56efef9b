import type { Entity } from '#api/facts.gen.ts';
import { shareCall } from '#crud/share-call.ts';
import { useLoaded } from '#crud/use-loaded.ts';
import { api } from '#session/session.ts';
import type { ImportPreset } from './import.ts';

/** The public formats of a kind; none until they are known. */
export function usePresets(entity: Entity | undefined): ImportPreset[] {
  const { data } = useLoaded('import presets', () =>
    shareCall('import presets', async () => (await api.GET('/api/v1/import-presets')).data.items),
  );
  return (data ?? []).filter((preset) => preset.entity === entity);
}
