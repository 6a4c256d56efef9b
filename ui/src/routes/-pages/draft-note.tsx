import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { formLink } from '#crud/form-place.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { Note } from '#kit/note.tsx';
import { keptDrafts } from './kept-draft.ts';

/** Says what this person typed and did not save, with the way back to it. */
export function DraftNote({ user }: { user: string }) {
  const { t } = useTexts();
  const [draft] = useState(() => keptDrafts(user)[0]);
  if (!draft) return null;
  const { to, search } = formLink(draft.kind, draft.id);
  const what = (
    <span className="inline-flex max-w-full items-center gap-1 align-bottom">
      {draft.code && <Code small>{draft.code}</Code>}
      <span className="cut">{draft.name || (draft.code ? '' : t(`entity.${draft.kind.key}.create`))}</span>
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
