import { useEffect, useRef, useState } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { fullTime, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { formatUserAgent } from '#kit/values/user-agent.ts';
import { api } from '#session/session.ts';

export function SessionsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('sessions.title')}
      description={t('sessions.text')}
      width={480}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <SessionList />
    </Dialog>
  );
}

/** The user's sessions. They are loaded each time the dialog opens, because a closed dialog is unmounted. */
function SessionList() {
  const { t, language } = useTexts();
  /** The ids of the sessions that are being ended, or `others` for all but this one. */
  const [ending, setEnding] = useState<ReadonlySet<string>>(new Set());
  const read = useRead({
    ...readOnceOptions,
    queryKey: ['own sessions'],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/profile/sessions', { signal })).data.items,
  });
  const { data, problem, reload } = read;

  const list = useRef<HTMLUListElement>(null);
  // the button of an ended session, which had the focus, is gone
  useEffect(() => {
    if (data && document.activeElement === document.body) list.current?.focus();
  }, [data]);

  async function end(target: Schemas['Session'] | 'others'): Promise<void> {
    const id = target === 'others' ? target : target.id;
    setEnding((all) => new Set(all).add(id));
    try {
      if (target === 'others') await api.DELETE('/api/v1/profile/sessions');
      else await api.DELETE('/api/v1/profile/sessions/{sessionId}', { params: { path: { sessionId: target.id } } });
      notify.success(
        target === 'others' ? t('sessions.othersEnded') : t('sessions.ended', { name: formatUserAgent(target.client) }),
      );
    } catch (error) {
      const failure = toProblem(error, language);
      // a session that no longer exists needs no error
      if (failure.status !== 404) notify.error(failure.message);
    } finally {
      setEnding((all) => new Set([...all].filter((each) => each !== id)));
      reload();
    }
  }

  if (!data && problem) {
    return (
      <Note tone="bad" live action={<LinkButton onClick={reload}>{t('common.retry')}</LinkButton>}>
        {problem.message}
      </Note>
    );
  }
  if (!data) return <Skeleton height={40} className="animate-fade-in-delayed" />;
  return (
    <>
      <RefreshFailedStatus {...read} />
      <ul ref={list} tabIndex={-1} className="flex flex-col outline-none">
        {data.map((item) => (
          <SessionEntry key={item.id} item={item} busy={ending.has(item.id)} onEnd={() => void end(item)} />
        ))}
      </ul>
      {data.length > 1 && (
        <Button className="mt-2" busy={ending.has('others')} onClick={() => void end('others')}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </>
  );
}

function SessionEntry({ item, busy, onEnd }: { item: Schemas['Session']; busy: boolean; onEnd: () => void }) {
  const { t } = useTexts();
  const name = formatUserAgent(item.client);
  return (
    <li className="flex min-h-12 items-center gap-3 border-line py-1.5 not-first:border-t">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate font-medium" title={item.client}>
            {name}
          </span>
          <span className="min-w-0 font-mono text-xs text-ink-3">{item.address}</span>
        </div>
        <div className="text-xs text-ink-3" title={fullTime(item.lastSeen)}>
          {t('sessions.since', { time: shortTime(item.createTime), seen: shortTime(item.lastSeen) })}
        </div>
      </div>
      {item.current ? (
        <Tag tone="ok">{t('sessions.current')}</Tag>
      ) : (
        <Button size="sm" busy={busy} onClick={onEnd} aria-label={`${t('sessions.end')}: ${name} ${item.address}`}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
