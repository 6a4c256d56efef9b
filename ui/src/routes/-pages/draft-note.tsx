import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { EntityUi } from '#crud/define-entity.ts';
import { createDrafts } from '#crud/form/drafts.ts';
import { formLink } from '#crud/form/form-navigation.ts';
import { recordTitle } from '#crud/record-names.ts';
import { entities } from '#entities/index.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/chip.tsx';
import { Note } from '#kit/messages/note.tsx';

/** Says what this person typed and did not save, with the way back to it. */
export function DraftNote({ user }: { user: string }) {
  const { t } = useTexts();
  const [draft] = useState(() => keptDrafts(user)[0]);
  if (!draft) return null;
  const { to, search } = formLink(draft.kind, draft.id);
  const what = (
    <span className="inline-flex max-w-full items-center gap-1 align-bottom">
      {draft.code && <Code small>{draft.code}</Code>}
      <span className="min-w-0 truncate">{draft.name || (draft.code ? '' : t(`entity.${draft.kind.key}.create`))}</span>
    </span>
  );
  const action = (
    // the form's place takes what it is given
    <Link to={to} search={search} className={linkClass}>
      {t('form.draftResume')}
    </Link>
  );
  return (
    <Note tone="info" action={action}>
      <Trans t={t} i18nKey="home.draft" components={{ what }} />
    </Note>
  );
}

interface KeptDraft {
  kind: EntityUi;
  /** Null for a record that is not there yet. */
  id: number | null;
  code: string;
  name: string;
}

const drafts = createDrafts();
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What this person typed and did not save on this device, the newest first. */
function keptDrafts(user: string): KeptDraft[] {
  return drafts
    .all()
    .filter((draft) => draft.user === user)
    .flatMap(({ entity, id, values }) => {
      const kind = entities.find(({ key }) => key === entity);
      if (!kind) return [];
      return [{ kind, id, code: textOf(values.code), name: recordTitle(kind.key, values, language()) }];
    });
}
