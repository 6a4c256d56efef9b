import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { useStream } from '#crud/read/use-stream.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { api } from '#session/session.ts';

export type Presence = Schemas['PresenceAnswer']['data'];

export interface RecordKey {
  entity: EntityKey;
  id: number;
}

export const presencePath = (path: string, { entity, id }: RecordKey) => `${path}?entity=${entity}&id=${id}`;
const streamPath = (record: RecordKey) => presencePath('/api/v1/presence/events', record);

export interface ReceivedPresence extends Presence {
  receivedAt: number;
}

async function readPresence(record: RecordKey, signal: AbortSignal): Promise<Presence> {
  const { data } = await api.GET('/api/v1/presence', { params: { query: record }, signal, quiet: true });
  return data;
}

export function usePresence(record: RecordKey): ReceivedPresence | undefined {
  const { data: presence, receivedAt } = useStream<Presence>(streamPath(record), (signal) =>
    readPresence(record, signal),
  );
  return presence && receivedAt && { ...presence, receivedAt: receivedAt.getTime() };
}

const TICK_MS = 15_000;

/** Returns the server's time, as this device's clock may be wrong, and renders again as it goes on. */
export function useServerTime(presence: Pick<ReceivedPresence, 'time' | 'receivedAt'> | undefined): number {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const isKnown = presence !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const timer = setInterval(rerender, TICK_MS);
    return () => clearInterval(timer);
  }, [isKnown]);
  return presence ? Date.parse(presence.time) + Date.now() - presence.receivedAt : Date.now();
}

const CARD_DELAY_MS = 600;

/** Says on a card who edits its record, after a short delay, so that stepping through records opens no streams. */
export function CardEditors(record: RecordKey) {
  const [isPassedBy, setIsPassedBy] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsPassedBy(false), CARD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isPassedBy ? null : <StreamedEditors {...record} />;
}

function StreamedEditors(record: RecordKey) {
  const presence = usePresence(record);
  return presence && <Editors {...presence} />;
}

/** Says in a form's head who else edits its record; `FormPresence` in the form keeps that up to date. */
export function FormEditors(record: RecordKey) {
  const { data, dataUpdatedAt } = useQuery<Presence>({
    queryKey: ['stream', streamPath(record)],
    queryFn: ({ signal }) => readPresence(record, signal),
    enabled: false,
  });
  return data && <Editors {...data} receivedAt={dataUpdatedAt} />;
}

export const MAX_NAMES = 3;
export const MINUTE_MS = 60_000;

export function Editors({ editors, ...presence }: Pick<ReceivedPresence, 'editors' | 'time' | 'receivedAt'>) {
  useTexts();
  const [first] = editors;
  const time = useServerTime(first && presence);
  if (!first) return null;
  const minutes = Math.floor((time - Date.parse(first.since)) / MINUTE_MS);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs font-normal text-ink-2">
      <Icon name="edit" size={14} className="flex-none text-warn-ink" />
      <span role="status" className="min-w-0 truncate">
        {t('presence.editing', { count: editors.length, names: joinNames(editors.map(({ name }) => name)) })}
      </span>
      {/* outside of what is announced, as it changes every minute */}
      {minutes > 0 && editors.length === 1 && (
        <span className="flex-none whitespace-nowrap">{t('presence.minutes', { minutes })}</span>
      )}
    </span>
  );
}

/** Returns the first names, and how many more there are. */
export function joinNames(all: readonly string[]): string {
  const names = all.slice(0, MAX_NAMES).join(t('common.separator'));
  const more = all.length - MAX_NAMES;
  return more > 0 ? t('presence.more', { names, more }) : names;
}
