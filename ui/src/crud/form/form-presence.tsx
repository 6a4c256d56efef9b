import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readWhenShownOptions, refreshReads } from '#crud/read/query-client.ts';
import {
  MAX_NAMES,
  MINUTE_MS,
  type Presence,
  presencePath,
  type RecordKey,
  usePresence,
} from '#crud/record/presence.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Note } from '#kit/messages/note.tsx';
import { session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { recordAdapter } from './state/form-adapters.ts';
import { changedPointers, type LoadedRecord, type RecordData, replaceChangedCodes } from './state/merge.ts';
import type { RecordForm } from './state/use-record-form.ts';

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
  const record = { entity: entity.key, id };
  const presence = usePresence(record);
  useSignsOfLife(record, isEditing);
  useChangedProposal(form, presence);
  const theirs = useChangedRecord(form, id, presence);
  // only said: the next save offers to keep the typed values, and a restored record can be saved as before
  if (form.state.matches('editing') && presence?.record === null) return <DeletionNote form={form} />;
  return theirs && <ChangeNote form={form} theirs={theirs} />;
}

/** Renewed well before it expires after a minute. */
const RENEWAL_MS = 20_000;

/** Tells the server that the user edits a record while it has unsaved changes and the page is visible. */
function useSignsOfLife({ entity, id }: RecordKey, isEditing: boolean): void {
  const { user } = useSession();
  const isSent = isEditing && user?.preview === false;
  useEffect(() => {
    if (!isSent) return;
    let lastRenewal: Promise<unknown> = Promise.resolve();
    const renew = () => {
      if (!document.hidden) lastRenewal = sendQuietly('PUT', '/api/v1/presence', { entity, id });
    };
    const end = () => sendQuietly('DELETE', presencePath('/api/v1/presence', { entity, id }));
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
async function sendQuietly(method: 'PUT' | 'DELETE', path: string, body?: RecordKey): Promise<void> {
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

/** Loads the proposals again when somebody else has submitted one, or when it was decided. */
function useChangedProposal({ state, otherProposer, reloadContext }: RecordForm, presence: Presence | undefined): void {
  const { user } = useSession();
  const isEditing = state.matches('editing');
  const proposal = presence?.record?.proposal;
  const proposer = proposal && proposal.by !== user?.username ? proposal.by : undefined;
  const isOutdated = isEditing && Boolean(presence?.record) && proposer !== otherProposer;
  const proposalId = proposal?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each proposal
  useEffect(() => {
    if (isOutdated) reloadContext();
  }, [isOutdated, proposalId]);
}

/** Returns the version that somebody else has saved since the form's, if its values differ. */
function useChangedRecord({ entity, state }: RecordForm, id: number, presence: Presence | undefined) {
  const { version, baseValues, toValues } = state.context;
  const isEditing = state.matches('editing');

  const savedVersion = presence?.record?.version ?? 0;
  const isNewer = isEditing && version !== null && savedVersion > version;
  const { data } = useQuery<LoadedRecord>({
    ...readWhenShownOptions,
    queryKey: [entity.key, id, 'changed', version, savedVersion],
    queryFn: () => recordAdapter(entity).load(id, version),
    enabled: isNewer,
  });
  if (!isNewer || !data || data.version <= version) return undefined;
  const { codeChanges, ...record } = data;
  const changed = changedPointers(replaceChangedCodes(baseValues, codeChanges), toValues(record));
  return changed.length > 0 ? { loaded: data, record, fields: [...new Set(changed.map(pointerLabel))] } : undefined;
}

const noteClass = (layout: RecordForm['layout']) =>
  `sticky top-0 z-(--z-sticky) ${layout === 'page' ? 'rounded-sm bg-canvas' : 'border-b border-line bg-panel px-(--form-edge) py-3'}`;

function DeletionNote({ form: { changes, layout } }: { form: RecordForm }) {
  const { t } = useTexts();
  return (
    <div className={noteClass(layout)}>
      <Note tone="warn" live>
        {t(changes.length > 0 ? 'presence.deletedUnsaved' : 'presence.deleted')}
      </Note>
    </div>
  );
}

interface ChangeNoteProps {
  form: RecordForm;
  theirs: { loaded: LoadedRecord; record: RecordData; fields: string[] };
}

/** Says who has changed which fields, and compares them with the user's own changes or loads them. */
function ChangeNote({ form: { changes, layout, send }, theirs: { loaded, record, fields } }: ChangeNoteProps) {
  const { t } = useTexts();
  // the casts: by the contract, every record has these fields
  const [by, updateTime] = [record.updatedBy as string, record.updateTime as string];
  const isRecent = Date.now() - Date.parse(updateTime) < MINUTE_MS;
  const named = fields.slice(0, MAX_NAMES).join(t('common.separator')) + (fields.length > MAX_NAMES ? '…' : '');
  function load(): void {
    send({ type: 'REFRESH', record });
    // shows the new version on the rest of the page, too, which would otherwise ask before
    refreshReads();
  }
  return (
    <div className={noteClass(layout)}>
      <Note
        tone="warn"
        live
        action={
          changes.length > 0 ? (
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
        {t('presence.changed', { by, time: isRecent ? t('presence.now') : shortTime(updateTime), fields: named })}
      </Note>
    </div>
  );
}
