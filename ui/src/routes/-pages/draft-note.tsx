import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { EntityUi } from '#crud/define-entity.ts';
import { formLink } from '#crud/form/definition/form-navigation.ts';
import { createDrafts, draftsOfRecords } from '#crud/form/state/drafts.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { entities } from '#entities/index.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Note } from '#kit/messages/note.tsx';

/** A note about the user's latest unsaved draft, with a link to it. */
export function DraftNote({ user }: { user: string }) {
  const { t } = useTexts();
  const [draft] = useState(() => listDrafts(user)[0]);
  if (!draft) return null;
  const { to, search } = formLink(draft.entity, draft.id);
  const what = (
    <span className="inline-flex max-w-full items-center gap-1 align-bottom">
      {draft.code && <Code small>{draft.code}</Code>}
      <span className="min-w-0 truncate">
        {draft.name || (draft.code ? '' : t(`entity.${draft.entity.key}.create`))}
      </span>
    </span>
  );
  const action = (
    // the link type of forms is the same for all entities
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

interface UserDraft {
  entity: EntityUi;
  /** null for a new record */
  id: number | null;
  code: string;
  name: string;
}

const drafts = createDrafts();
const toText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Lists the user's unsaved drafts on this device, newest first. */
function listDrafts(user: string): UserDraft[] {
  return draftsOfRecords(drafts, user).flatMap(({ entity: entityKey, id, values }) => {
    const entity = entities.find(({ key }) => key === entityKey);
    if (!entity) return [];
    return [{ entity, id, code: toText(values.code), name: recordTitle(entity.key, values, language()) }];
  });
}
