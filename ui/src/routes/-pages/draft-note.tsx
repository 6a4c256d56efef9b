import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { changeSetKey } from '#crud/change-set/set-items.ts';
import { useWorkingSet, workIn } from '#crud/change-set/working-set.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { formLink } from '#crud/form/definition/form-navigation.ts';
import { createDrafts, draftsOfRecords } from '#crud/form/state/drafts.ts';
import { quietMeta, refreshReads } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { viewDay } from '#crud/read/viewed-day.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { entities } from '#entities/index.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Note } from '#kit/messages/note.tsx';
import { afterUnsavedInput } from '#kit/unsaved-input.ts';
import { api } from '#session/session.ts';
import { useViewedDay } from '#session/viewed-day.ts';

/** A note about the user's latest unsaved draft, with a link to it. */
export function DraftNote({ user }: { user: string }) {
  const { t } = useTexts();
  const [draft] = useState(() => listDrafts(user)[0]);
  const workingSet = useWorkingSet();
  const day = useViewedDay();
  const setId = draft?.setId ?? null;
  const { data: set, problem } = useRead({
    queryKey: changeSetKey(setId ?? 0),
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/change-sets/{id}', { params: { path: { id: setId ?? 0 } }, signal })).data.changeSet,
    enabled: setId !== null,
    meta: quietMeta,
  });
  // a set that the user may not see any more cannot be worked in
  if (!draft || (setId !== null && problem)) return null;
  if (setId !== null && !set) return <div className="h-8.5 flex-none" />;
  const { to, search } = formLink(draft.entity, draft.id);
  const what = (
    <span className="inline-flex max-w-full items-center gap-1 align-bottom">
      {draft.code && <Code small>{draft.code}</Code>}
      <span className="min-w-0 truncate">
        {draft.name || (draft.code ? '' : t(`entity.${draft.entity.key}.create`))}
      </span>
    </span>
  );
  // each set has drafts of its own, which only its forms offer
  const isShownHere = day === null && (workingSet?.id ?? null) === setId && workingSet?.showsLive !== true;
  const action = isShownHere ? (
    // the link type of forms is the same for all entities
    <Link to={to} search={search} className={linkClass}>
      {t('form.draftResume')}
    </Link>
  ) : (
    <SwitchButton draft={draft} title={set?.title ?? ''} />
  );
  const place = setId !== null ? 'draftInSet' : workingSet ? 'draftOfLive' : 'draft';
  return (
    <Note tone="info" action={action}>
      <Trans
        t={t}
        i18nKey={`home.${place}`}
        values={{ id: setId ?? 0, title: set?.title ?? '' }}
        components={{ what }}
      />
    </Note>
  );
}

/** Opens the form of a draft after a switch to the change set, or the live records, to which the draft belongs. */
function SwitchButton({ draft: { entity, id, setId }, title }: { draft: UserDraft; title: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const day = useViewedDay();
  const { to, search } = formLink(entity, id);
  function open(): void {
    if (day) viewDay(null);
    workIn(setId === null ? null : { id: setId, title, showsLive: false });
    refreshReads();
    void navigate({ to, search });
  }
  const label = setId !== null ? 'draftEnter' : day ? 'draftNow' : 'draftLeave';
  return <LinkButton onClick={() => afterUnsavedInput(open)}>{t(`home.${label}`)}</LinkButton>;
}

interface UserDraft {
  entity: EntityUi;
  /** null for a new record */
  id: number | null;
  /** The change set in which it was made; null for one of the live record. */
  setId: number | null;
  code: string;
  name: string;
}

const drafts = createDrafts();
const toText = (value: unknown) => (typeof value === 'string' ? value : '');

/** Lists the user's unsaved drafts on this device, newest first. */
function listDrafts(user: string): UserDraft[] {
  return draftsOfRecords(drafts, user).flatMap(({ entity: entityKey, id, setId, values }) => {
    const entity = entities.find(({ key }) => key === entityKey);
    if (!entity) return [];
    return [{ entity, id, setId, code: toText(values.code), name: recordTitle(entity.key, values, language()) }];
  });
}
