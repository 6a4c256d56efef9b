import { useEffect, useState } from 'react';
import { draftPlace, drafts, type useFormMachine } from './use-form-machine.ts';

const PAUSE_MS = 800;

/** Saves what is typed on this device whenever typing pauses; answers when it did so last. */
export function useDraftAutosave(
  entity: string,
  { state, send }: ReturnType<typeof useFormMachine>,
  unsaved: boolean,
): string | undefined {
  const [time, setTime] = useState<number>();
  const { id, values } = state.context;
  const editing = state.matches('editing');
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for the values to rest
  useEffect(() => {
    if (!editing || (!unsaved && time === undefined)) return;
    const timer = setTimeout(() => {
      // one's own proposal differs from the record, and is not lost with what is typed
      send({ type: unsaved ? 'PAUSE' : 'CALM' });
      setTime(drafts.read(draftPlace(entity, id))?.time);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [editing, unsaved, values]);
  return time === undefined ? undefined : new Date(time).toISOString();
}
