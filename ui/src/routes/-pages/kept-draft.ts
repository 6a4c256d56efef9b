import type { EntityUi } from '#crud/define-entity.ts';
import { createDrafts } from '#crud/drafts.ts';
import { titleOf } from '#crud/names.ts';
import { entities } from '#entities/index.ts';
import { language } from '#i18n/i18n.ts';

export interface KeptDraft {
  kind: EntityUi;
  /** Null for a record that is not there yet. */
  id: number | null;
  code: string;
  name: string;
}

const drafts = createDrafts();
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What this person typed and did not save on this device, the newest first. */
export function keptDrafts(user: string): KeptDraft[] {
  return drafts
    .all()
    .filter((draft) => draft.user === user)
    .flatMap(({ entity, id, values }) => {
      const kind = entities.find(({ key }) => key === entity);
      if (!kind) return [];
      return [{ kind, id, code: textOf(values.code), name: titleOf(kind.key, values, language()) }];
    });
}
