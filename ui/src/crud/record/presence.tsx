import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { useStream } from '#crud/read/use-stream.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { api } from '#session/session.ts';

export type Presence = Schemas['PresenceAnswer']['data'];

export interface RecordKey {
  entity: EntityKey;
  id: number;
}

export const presencePath = (path: string, { entity, id }: RecordKey) => `${path}?entity=${entity}&id=${id}`;
const streamPath = (record: RecordKey) => presencePath('/api/v1/presence/events', record);

export const usePresence = (record: RecordKey): Presence | undefined =>
  useStream<Presence>(streamPath(record), async (signal) => {
    const { data } = await api.GET('/api/v1/presence', { params: { query: record }, signal });
    return data;
  }).data;

const CARD_DELAY_MS = 600;

/** Says on a card who edits its record, unless the card is only passed by. */
export function CardEditors(record: RecordKey) {
  const [isPassedBy, setIsPassedBy] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsPassedBy(false), CARD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isPassedBy ? null : <StreamedEditors {...record} />;
}

const StreamedEditors = (record: RecordKey) => <Editors editors={usePresence(record)?.editors ?? []} />;

/** Says in a form's head who else edits its record; `FormPresence` in the form keeps that up to date. */
export function FormEditors(record: RecordKey) {
  const { data } = useQuery<Presence>({ queryKey: ['stream', streamPath(record)], enabled: false });
  return <Editors editors={data?.editors ?? []} />;
}

export const MAX_NAMES = 3;
export const MINUTE_MS = 60_000;
const TICK_MS = 15_000;

export function Editors({ editors }: Pick<Presence, 'editors'>) {
  const { t } = useTexts();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const [first] = editors;
  const isEdited = first !== undefined;
  useEffect(() => {
    if (!isEdited) return;
    const timer = setInterval(rerender, TICK_MS);
    return () => clearInterval(timer);
  }, [isEdited]);
  if (!first) return null;
  const names = editors
    .slice(0, MAX_NAMES)
    .map(({ name }) => name)
    .join(t('common.separator'));
  const more = editors.length - MAX_NAMES;
  const minutes = Math.floor((Date.now() - Date.parse(first.since)) / MINUTE_MS);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs font-normal text-ink-2">
      <Icon name="edit" size={14} className="flex-none text-warn-ink" />
      <span role="status" className="min-w-0 truncate">
        {t('presence.editing', {
          count: editors.length,
          names: more > 0 ? t('presence.more', { names, more }) : names,
        })}
      </span>
      {/* outside of what is announced, as it changes every minute */}
      {minutes > 0 && editors.length === 1 && (
        <span className="flex-none whitespace-nowrap">{t('presence.minutes', { minutes })}</span>
      )}
    </span>
  );
}
