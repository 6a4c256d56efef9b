import type { Schemas } from '#api/facts.gen.ts';
import { useAct } from '#crud/admin/use-act.ts';
import { fullTime, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { clientName } from '#kit/client-name.ts';
import { LinkButton } from '#kit/link-button.tsx';
import { Note } from '#kit/note.tsx';
import { Tag } from '#kit/tag.tsx';
import { useSession } from '#session/use-session.ts';
import type { Account } from './account.ts';
import { useUserActs } from './use-user-acts.ts';
import type { Asked } from './user-act-dialog.tsx';
import { endSession } from './users-calls.ts';

interface Props {
  account: Account;
  sessions: readonly Schemas['Session'][];
  onAsk: (asked: Asked) => void;
}

/** Where a person is signed in, each with the way to end it. */
export function UserSessions({ account, sessions, onAsk }: Props) {
  const { t } = useTexts();
  const { user } = useSession();
  const { editRefused } = useUserActs();
  const { busy, problem, run } = useAct();
  const refused = editRefused(account);
  const several = sessions.length > 1 && !refused;
  return (
    <>
      <div className="mb-1 flex items-center text-xs">
        <h2 className="font-medium text-ink-3">{t('user.sessions', { count: sessions.length })}</h2>
        {several && (
          <LinkButton className="ml-auto" onClick={() => onAsk({ act: 'endSessions', account })}>
            {t('user.endAll')}
          </LinkButton>
        )}
      </div>
      {problem && (
        <Note tone="bad" live>
          {problem.message}
        </Note>
      )}
      {sessions.length === 0 && <p className="py-1 text-ink-3">{t('user.noSession')}</p>}
      <ul className="flex flex-col">
        {sessions.map(({ id, client, address, createTime, lastSeen, current }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 border-line py-1.5 not-first:border-t">
            <div className="min-w-0 flex-1">
              <div className="flex items-center gap-2">
                <span className="cut font-medium" title={client}>
                  {clientName(client)}
                </span>
                <span className="flex-none font-mono text-xs text-ink-3">{address}</span>
              </div>
              <div className="cut text-xs text-ink-3" title={fullTime(lastSeen)}>
                {t('sessions.since', { time: shortTime(createTime), seen: shortTime(lastSeen) })}
              </div>
            </div>
            {current && user?.username === account.username ? (
              <Tag tone="ok">{t('sessions.current')}</Tag>
            ) : (
              <Button
                size="sm"
                refused={refused}
                busy={busy}
                aria-label={`${t('sessions.end')}: ${clientName(client)} ${address}`}
                onClick={() => void run(() => endSession(account.id, id), t('sessions.ended'))}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
