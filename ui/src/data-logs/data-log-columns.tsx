import { nameOf } from '#crud/names.ts';
import { reasonText } from '#crud/reason-text.ts';
import { pointerText } from '#crud/value-text.ts';
import { language, t } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { TwoLines } from '#kit/cells.tsx';
import { Code } from '#kit/chip.tsx';
import { cx } from '#kit/cx.ts';
import type { Column } from '#kit/data-table.tsx';
import { QuietTime } from '#logs/quiet-time.tsx';
import { ActionMark, KindMark } from './marks.tsx';
import { PositionText } from './position.tsx';
import type { DataLogEntry } from './use-data-logs.ts';

const column = (
  id: keyof Texts['dataLogs']['column'],
  width: number,
  cell: Column<DataLogEntry>['cell'],
): Column<DataLogEntry> => ({ id, width, header: t(`dataLogs.column.${id}`), resizable: true, cell });

/** Built anew for another language. */
export const dataLogColumns = (): Column<DataLogEntry>[] => [
  { ...column('time', 136, ({ time }) => <QuietTime iso={time} />), pinned: true },
  column('entity', 132, ({ entity }) => <KindMark kind={entity} />),
  column('record', 210, (entry) => <RecordName entry={entry} />),
  column('action', 112, ({ action }) => <ActionMark action={action} />),
  { ...column('changes', 200, (entry) => <What entry={entry} />), grow: true },
  { ...column('position', 92, ({ position }) => <PositionText position={position} />), align: 'end' },
  column('actor', 148, ({ actor, proposer }) => (
    <TwoLines strong main={actor} second={proposer && t('dataLogs.proposedBy', { proposer })} />
  )),
];

const RecordName = ({ entry }: { entry: DataLogEntry }) => (
  <span className="flex items-center gap-2">
    {entry.code !== null && <Code>{entry.code}</Code>}
    <span
      className={cx('cut', !entry.exists && 'text-ink-3 line-through')}
      title={entry.exists ? undefined : t('dataLogs.gone')}
    >
      {nameOf(entry, language())}
    </span>
  </span>
);

/** The fields that changed; where none did, why it was done. */
const What = ({ entry: { changes, reason } }: { entry: DataLogEntry }) => (
  <span className={cx('cut', changes.length > 0 ? 'text-ink-2' : 'text-ink-3')}>
    {changes.length > 0
      ? [...new Set(changes.map(pointerText))].join(t('common.separator'))
      : reason && reasonText(reason)}
  </span>
);
