import { t, useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { CodeText } from '#kit/display/code.tsx';
import { MutedText } from '#kit/table/cells.tsx';
import type { Column } from '#kit/table/data-table.tsx';
import { formatUserAgent } from '#kit/values/user-agent.ts';
import { type Act, actAppearance } from './acts.ts';
import { detailText } from './detail-text.ts';
import { subjectName } from './subject-name.tsx';
import { TimeWithSeconds } from './time-with-seconds.tsx';
import type { LogEntry } from './use-logs.ts';

const column = (
  id: keyof Texts['logs']['column'],
  width: number,
  cell: Column<LogEntry>['cell'],
): Column<LogEntry> => ({
  id,
  width,
  header: t(`logs.column.${id}`),
  resizable: true,
  cell,
});

/** Returns the columns, whose texts are in the current language. */
export const logColumns = (): Column<LogEntry>[] => [
  { ...column('time', 136, ({ time }) => <TimeWithSeconds iso={time} />), pinned: true },
  { ...column('act', 160, ({ act }) => <ActMark act={act} />), pinned: true },
  {
    ...column('user', 132, ({ username, userId }) => <Person username={username} userId={userId} />),
    truncates: true,
    onPhone: 'secondLine',
  },
  {
    ...column('about', 150, ({ target }) => target && <Subject target={target} />),
    truncates: true,
    onPhone: 'secondLine',
    isEmpty: ({ target }) => !target,
  },
  {
    ...column('details', 240, (entry) => <span className="min-w-0 truncate text-ink-2">{detailText(entry)}</span>),
    truncates: true,
    isEmpty: (entry) => detailText(entry) === '',
  },
  { ...column('address', 132, ({ address }) => <CodeText>{address}</CodeText>), onPhone: 'secondLine' },
  { ...column('client', 150, ({ client }) => <MutedText>{formatUserAgent(client)}</MutedText>), truncates: true },
];

/** The user of an entry; for a failed sign-in, the typed user name. */
export const Person = ({ username, userId }: Pick<LogEntry, 'username' | 'userId'>) =>
  userId === null ? (
    <span className="text-ink-3" title={t('logs.nobody')}>
      {username || t('logs.nobody')}
    </span>
  ) : (
    <span className="font-medium">{username}</span>
  );

const Subject = ({ target }: { target: NonNullable<LogEntry['target']> }) => {
  const { kind, name } = target;
  return (
    <span className="min-w-0 truncate">
      <span className="text-ink-3">{t(`logs.kind.${kind}`)}</span>{' '}
      {kind === 'operation' ? <CodeText>{name}</CodeText> : subjectName(target)}
    </span>
  );
};

const tones = { bad: 'text-bad-ink', warn: 'text-warn-ink' };

/** An act as an icon and a text, colored if it needs attention. */
export function ActMark({ act }: { act: Act }) {
  const { t } = useTexts();
  const { icon, tone } = actAppearance(act);
  return (
    <span className={cx('inline-flex max-w-full items-center gap-1.5 align-middle', tone && tones[tone])}>
      <Icon name={icon} size={14} className={tone ? undefined : 'text-ink-3'} />
      <span className="min-w-0 truncate">{t(`logs.act.${act}`)}</span>
    </span>
  );
}
