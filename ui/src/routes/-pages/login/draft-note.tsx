import { useState } from 'react';
import { Trans } from 'react-i18next';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { Note } from '#kit/note.tsx';
import { newestDraft } from './kept-draft.ts';

/** Says what was kept when the session ended; the form itself offers it back. */
export function DraftNote() {
  const { t } = useTexts();
  const [draft] = useState(newestDraft);
  if (!draft) return null;
  const what = (
    <span className="inline-flex max-w-full items-center gap-1 align-bottom">
      {draft.code && <Code small>{draft.code}</Code>}
      <span className="cut">{draft.name || (draft.code ? '' : t(`entity.${draft.entity}.create`))}</span>
    </span>
  );
  return (
    <Note tone="info">
      <Trans t={t} i18nKey="login.draft" components={{ what }} />
    </Note>
  );
}
