import { Time } from '#crud/time.tsx';
import { shortTime } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Quiet } from '#kit/cells.tsx';
import { Bare } from '#kit/chip.tsx';
import { clientName } from '#kit/client-name.ts';
import type { Column } from '#kit/data-table.tsx';
import { ActMark } from './act-mark.tsx';
import { detailText } from './detail-text.ts';
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

/** Built anew for another language. */
export const logColumns = (): Column<LogEntry>[] => [
  { ...column('time', 136, ({ time }) => <QuietTime iso={time} />), pinned: true },
  { ...column('act', 160, ({ act }) => <ActMark act={act} />), pinned: true },
  column('user', 132, ({ username, userId }) => <Person username={username} userId={userId} />),
  column('about', 150, ({ target }) => target && <Subject target={target} />),
  { ...column('details', 240, (entry) => <span className="cut text-ink-2">{detailText(entry)}</span>), grow: true },
  column('address', 132, ({ address }) => <Bare>{address}</Bare>),
  column('client', 150, ({ client }) => <Quiet>{clientName(client)}</Quiet>),
];

/** To the second: what one address tries stands close together. */
export const QuietTime = ({ iso }: { iso: string }) => (
  <Quiet>
    <Time iso={iso} />
    {shortTime(iso).includes(':') && <span className="text-ink-3">:{iso.slice(17, 19)}</span>}
  </Quiet>
);

/** Of whoever was not signed in, what was typed. */
export const Person = ({ username, userId }: Pick<LogEntry, 'username' | 'userId'>) =>
  userId === null ? (
    <span className="text-ink-3" title={t('logs.nobody')}>
      {username || t('logs.nobody')}
    </span>
  ) : (
    <span className="font-medium">{username}</span>
  );

const Subject = ({ target: { kind, name } }: { target: NonNullable<LogEntry['target']> }) => (
  <span className="cut">
    <span className="text-ink-3">{t(`logs.kind.${kind}`)}</span> {kind === 'operation' ? <Bare>{name}</Bare> : name}
  </span>
);
