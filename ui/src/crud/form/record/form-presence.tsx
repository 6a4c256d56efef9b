import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { loadNewerRecord } from '#crud/form/definition/newer-record.ts';
import { isProposalContested, type LoadedRecord, type RecordData } from '#crud/form/state/form-context.ts';
import { changedPointers, replaceChangedCodes } from '#crud/form/state/merge.ts';
import { quietMeta, readOnceOptions, refreshReads } from '#crud/read/query-client.ts';
import {
  joinNames,
  MAX_NAMES,
  MINUTE_MS,
  type Presence,
  presencePath,
  type ReceivedPresence,
  usePresence,
  useServerTime,
} from '#crud/record/presence.tsx';
import { resourceClient } from '#crud/resource.ts';
import { reasonText } from '#crud/text/reason-text.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Note } from '#kit/messages/note.tsx';
import { session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import type { RecordForm } from './use-record-form.ts';

/** Tells others that the user edits the form's record, and the user what others do to it. */
export function FormPresence({ form }: { form: RecordForm }) {
  const { id } = form.state.context;
  if (id === null || form.state.status !== 'active') return null;
  return <RecordPresence form={form} id={id} />;
}

function RecordPresence({ form, id }: { form: RecordForm; id: number }) {
  const { entity, changes, disabledReason, state } = form;
  const isEditing =
    changes.length > 0 && disabledReason === false && (state.matches('editing') || state.matches('saving'));
  const presence = usePresence({ entity: entity.key, id });
  useEditingSignal(entity.key, id, isEditing);
  useReloadOnProposalChange(form, presence);
  const decision = useOwnDecision(form, id, presence);
  const newer = useChangedRecord(form, id, presence);
  // only reported: the next save offers to keep the typed values, and if the record is restored, the form can be saved as before
  const isDeleted = state.matches('editing') && presence?.record === null;
  if (!presence || !(isDeleted || decision || newer)) return null;
  return (
    <div
      ref={keepFieldsBelow}
      className={`sticky top-0 z-(--z-sticky) flex flex-col gap-2 ${form.layout === 'page' ? 'rounded-sm bg-canvas' : 'border-b border-line bg-panel px-(--form-edge) py-3'}`}
    >
      {decision && <DecisionNote decision={decision} presence={presence} />}
      {isDeleted ? (
        <DeletionNote isUnsaved={changes.length > 0} />
      ) : (
        newer && <ChangeNote form={form} newer={newer} presence={presence} />
      )}
    </div>
  );
}

const LABEL_HEIGHT = 28;

/** Makes what is focused or scrolled to appear below the notes, which cover the top of the form. */
function keepFieldsBelow(notes: HTMLElement | null) {
  if (!notes) return;
  let container = notes.parentElement;
  while (container && !/auto|scroll/.test(getComputedStyle(container).overflowY)) container = container.parentElement;
  const observer = new ResizeObserver(() =>
    container?.style.setProperty('scroll-padding-top', `${notes.offsetHeight + LABEL_HEIGHT}px`),
  );
  observer.observe(notes);
  return () => {
    observer.disconnect();
    container?.style.removeProperty('scroll-padding-top');
  };
}

/** Tells this page's forms from those of the session's other tabs. */
const [TAB_ID = 1] = crypto.getRandomValues(new Uint32Array(1));

/** Renewed well before it expires after a minute. */
const RENEWAL_MS = 20_000;

/** Tells the server that the user edits a record while it has unsaved changes and the page is visible. */
function useEditingSignal(entity: EntityKey, id: number, isEditing: boolean): void {
  const { user } = useSession();
  const isSent = isEditing && user?.preview === false;
  useEffect(() => {
    if (!isSent) return;
    let lastRenewal: Promise<unknown> = Promise.resolve();
    const renew = () => {
      if (!document.hidden) lastRenewal = sendQuietly('PUT', '/api/v1/presence', { entity, id, form: TAB_ID });
    };
    const end = () => sendQuietly('DELETE', `${presencePath('/api/v1/presence', { entity, id })}&form=${TAB_ID}`);
    renew();
    const timer = setInterval(renew, RENEWAL_MS);
    document.addEventListener('visibilitychange', renew);
    window.addEventListener('pagehide', end);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
      window.removeEventListener('pagehide', end);
      // a renewal that arrives after the end would last for a minute
      void lastRenewal.then(end);
    };
  }, [isSent, entity, id]);
}

/** Sends a request without the client, which would report a failure that does not concern the user. */
async function sendQuietly(method: 'PUT' | 'DELETE', path: string, body?: Schemas['PresenceBody']): Promise<void> {
  if (!session.token) return;
  const headers = { Authorization: `Bearer ${session.token}`, ...(body && { 'Content-Type': 'application/json' }) };
  const content = body ? { body: JSON.stringify(body) } : {};
  try {
    // keepalive, as it may be the page's last request
    const response = await fetch(`/dc${path}`, { method, headers, keepalive: true, ...content });
    // a response that is not read may occupy its connection
    await response.text();
  } catch {
    // the next renewal tries again, and what is not renewed expires
  }
}

/** Loads the proposals again when one was submitted elsewhere, or the open one was decided. */
function useReloadOnProposalChange(
  { state, isLoaded, openProposal, reloadProposals }: RecordForm,
  presence?: Presence,
): void {
  const proposalId = presence?.record?.proposal?.id;
  const isOutdated =
    isLoaded && state.matches('editing') && Boolean(presence?.record) && proposalId !== openProposal?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each proposal
  useEffect(() => {
    if (isOutdated) reloadProposals();
  }, [isOutdated, proposalId]);
}

/** Returns what somebody else has decided about the user's own proposal since the form was opened. */
function useOwnDecision({ entity, state, openProposal }: RecordForm, id: number, presence?: Presence) {
  const { user } = useSession();
  const [ownId, setOwnId] = useState<number>();
  const isOwn = openProposal?.by === user?.username;
  if (isOwn && openProposal && openProposal.id !== ownId) setOwnId(openProposal.id);
  const record = presence?.record;
  const isGone = Boolean(record) && record?.proposal?.by !== user?.username;
  // wait until the form has reloaded the proposal: the presence stream lags behind the user's own submission
  const isDecided = ownId !== undefined && openProposal?.id !== ownId && isGone;
  const { data } = useQuery({
    ...readOnceOptions,
    queryKey: [entity.key, id, 'decided', ownId],
    meta: quietMeta,
    queryFn: ({ signal }) => resourceClient(entity).proposal(id, signal, ownId),
    enabled: isDecided && state.matches('editing'),
  });
  const decision = isDecided ? data?.data.proposal.decision : undefined;
  return decision && decision.by !== user?.username ? decision : undefined;
}

/** Returns the version that was saved elsewhere since the form's, if its values differ. */
function useChangedRecord({ entity, state }: RecordForm, id: number, presence?: Presence) {
  const { version, baseValues, toValues } = state.context;
  const isEditing = state.matches('editing');
  const savedVersion = presence?.record?.version ?? 0;
  const isNewer = isEditing && version !== null && savedVersion > version;
  const { data } = useQuery({
    ...readOnceOptions,
    queryKey: [entity.key, id, 'changed', version, savedVersion],
    meta: quietMeta,
    queryFn: () => loadNewerRecord(entity, id, version ?? 0),
    enabled: isNewer,
  });
  if (!isNewer || !data || data.loaded.version <= version) return undefined;
  const { codeChanges, ...record } = data.loaded;
  const changed = changedPointers(replaceChangedCodes(baseValues, codeChanges), toValues(record));
  return changed.length > 0 ? { ...data, record, fields: [...new Set(changed.map(pointerLabel))] } : undefined;
}

/** Returns a function that formats a time, as “just now” within the last minute. */
function useTimeText(presence: ReceivedPresence): (iso: string) => string {
  const { t } = useTexts();
  const now = useServerTime(presence);
  return (iso) => (now - Date.parse(iso) < MINUTE_MS ? t('presence.now') : shortTime(iso, new Date(now)));
}

function DeletionNote({ isUnsaved }: { isUnsaved: boolean }) {
  const { t } = useTexts();
  return (
    <Note tone="warn" live>
      {t(isUnsaved ? 'presence.deletedUnsaved' : 'presence.deleted')}
    </Note>
  );
}

interface DecisionNoteProps {
  decision: Schemas['ProposalDecision'];
  presence: ReceivedPresence;
}

/** Says who has decided about the user's own proposal, and why. */
function DecisionNote({ decision: { outcome, by, time, reason }, presence }: DecisionNoteProps) {
  const { t } = useTexts();
  const timeText = useTimeText(presence);
  // the record is gone, which is said instead
  if (outcome === 'closed') return null;
  return (
    <Note tone={outcome === 'approved' ? 'ok' : 'warn'} live>
      {t(`presence.${outcome}`, { by, time: timeText(time) })} {reason && reasonText(reason)}
    </Note>
  );
}

interface ChangeNoteProps {
  form: RecordForm;
  newer: { loaded: LoadedRecord; record: RecordData; fields: string[]; authors: string[] };
  presence: ReceivedPresence;
}

/** Says who has changed which fields, and compares them with the user's own changes or loads them. */
function ChangeNote({
  form: { changes, send, state },
  newer: { loaded, record, fields, authors },
  presence,
}: ChangeNoteProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const timeText = useTimeText(presence);
  const others = authors.filter((name) => name !== user?.username);
  const by = others.length > 0 ? joinNames(others) : t('presence.you');
  const named = fields.slice(0, MAX_NAMES).join(t('common.separator')) + (fields.length > MAX_NAMES ? '…' : '');
  function load(): void {
    send({ type: 'REFRESH', record });
    // shows the new version on the rest of the page, too, which would otherwise show the newer-version note
    refreshReads();
  }
  return (
    <Note
      tone="warn"
      live
      action={
        changes.length > 0 || isProposalContested(state.context, record) ? (
          <Button size="sm" onClick={() => send({ type: 'COMPARE', record: loaded })}>
            {t('presence.compare')}
          </Button>
        ) : (
          <Button size="sm" onClick={load}>
            {t('presence.load')}
          </Button>
        )
      }
    >
      {/* the cast: by the contract, every record has this field */}
      {t('presence.changed', { by, time: timeText(record.updateTime as string), fields: named })}
    </Note>
  );
}
