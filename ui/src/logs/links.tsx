import { Link } from '@tanstack/react-router';
import { routes } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Bare } from '#kit/chip.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { useSession } from '#session/use-session.ts';
import { Person } from './log-columns.tsx';
import { subjectName } from './subject-name.ts';
import type { LogEntry } from './use-logs.ts';

/** Who did it, as the way to that person where the reader may go there. */
export function PersonLink({ entry: { userId, username } }: { entry: LogEntry }) {
  const { t } = useTexts();
  if (userId === null) {
    return (
      <>
        <Person username={username} userId={null} />
        {username && <span className="text-xs text-ink-3">{t('logs.typed')}</span>}
      </>
    );
  }
  return <To kind="user" id={userId} name={username} />;
}

/** Whom or what it was done to. */
export function SubjectLink({ target }: { target: NonNullable<LogEntry['target']> }) {
  const { t } = useTexts();
  const { kind, id, name } = target;
  return (
    <>
      <span className="text-xs text-ink-3">{t(`logs.kind.${kind}`)}</span>
      {kind === 'operation' && <Bare>{name}</Bare>}
      {(kind === 'session' || kind === 'task') && subjectName(target)}
      {(kind === 'user' || kind === 'role' || kind === 'subscriber') && <To kind={kind} id={id} name={name} />}
    </>
  );
}

/** The tags of the lists that take what stands beside them from their address. */
const lists = { user: 'user', role: 'role', subscriber: 'data_subscriber' } as const;

function To({ kind, id, name }: { kind: keyof typeof lists; id: number | null; name: string }) {
  const { can } = useSession();
  const list = lists[kind];
  if (id === null || !can(`${list}:read`)) return <span className="font-medium">{name}</span>;
  return (
    // each list's own route takes what it understands of it
    <Link to={routes[list]} search={{ id, panel: 'view' }} className={linkClass}>
      {name}
    </Link>
  );
}
