import type { Entity } from '#api/facts.gen.ts';
import { createDrafts } from '#crud/drafts.ts';
import { entities } from '#entities/index.ts';

export interface KeptDraft {
  user: string;
  entity: Entity;
  path: string;
  /** Null for a record that is not there yet. */
  id: number | null;
  code: string;
  name: string;
}

const drafts = createDrafts();
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What was typed and not saved on this device, the newest first; `user` asks for one person's alone. */
export function keptDrafts(user?: string): KeptDraft[] {
  return drafts
    .all()
    .filter((draft) => user === undefined || draft.user === user)
    .flatMap(({ user, entity, id, values: { code, name } }) => {
      const kind = entities.find(({ key }) => key === entity);
      return kind ? [{ user, entity: kind.key, path: kind.path, id, code: textOf(code), name: textOf(name) }] : [];
    });
}
