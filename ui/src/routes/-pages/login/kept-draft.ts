import type { Entity } from '#api/facts.gen.ts';
import { createDrafts } from '#crud/drafts.ts';
import { entities } from '#entities/index.ts';

export interface KeptDraft {
  entity: Entity;
  code: string;
  name: string;
  time: number;
}

const drafts = createDrafts();
const prefix = 'draft:';
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function readKey(key: string): KeptDraft | null {
  try {
    const [user, entity, id]: unknown[] = JSON.parse(key.slice(prefix.length));
    const kind = entities.find((one) => one.key === entity);
    const isId = id === null || typeof id === 'number';
    if (!kind || typeof user !== 'string' || !isId) return null;
    const draft = drafts.read({ user, entity: kind.key, id });
    return (
      draft && { entity: kind.key, code: textOf(draft.values.code), name: textOf(draft.values.name), time: draft.time }
    );
  } catch {
    return null;
  }
}

/** The newest draft on this device, whoever's it is: nobody has said yet who they are. */
export function newestDraft(): KeptDraft | null {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    const found = keys.map(readKey).filter((draft) => draft !== null);
    return found.sort((a, b) => b.time - a.time)[0] ?? null;
  } catch {
    return null;
  }
}
