import { useEffect, useState } from 'react';
import { draftPlace, drafts } from '#crud/record/use-form-machine.ts';
import type { OpenForm } from './open-form.ts';

const pause = 800;

/** Keeps what is typed on this device whenever typing pauses; answers when it did so last. */
export function useKeptDraft({ entity, state, send, changes }: OpenForm): string | undefined {
  const [time, setTime] = useState<number>();
  const { id, values } = state.context;
  const editing = state.matches('editing');
  const unsaved = changes.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for the values to rest
  useEffect(() => {
    if (!editing || (!unsaved && time === undefined)) return;
    const timer = setTimeout(() => {
      // one's own proposal differs from the record, and is not lost with what is typed
      send({ type: unsaved ? 'PAUSE' : 'CALM' });
      setTime(drafts.read(draftPlace(entity.key, id))?.time);
    }, pause);
    return () => clearTimeout(timer);
  }, [editing, unsaved, values]);
  return time === undefined ? undefined : new Date(time).toISOString();
}
