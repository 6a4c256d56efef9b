import { fields } from '#api/facts.gen.ts';
import { ownCodeColumn } from '#crud/columns.tsx';
import type { CellContext, ColumnSpec, EntityUi } from '#crud/define-entity.ts';
import { secondName } from '#crud/names.ts';
import { Time } from '#crud/time.tsx';
import { t } from '#i18n/i18n.ts';
import { MutedText, NumberText, TwoLines } from '#kit/cells.tsx';
import { StatusMark } from '#kit/status-mark.tsx';

/** The columns that every kind's list has. */
export const commonColumns: Record<string, ColumnSpec> = {
  code: ownCodeColumn(62),
  name: {
    id: 'name',
    width: 246,
    cell: (record, { language }: CellContext) => (
      <TwoLines strong main={record.locales?.[language]?.name ?? record.name} second={secondName(record, language)} />
    ),
  },
  status: {
    id: 'status',
    width: 104,
    cell: ({ status }) => <StatusMark status={status} label={t(`status.${status}`)} />,
  },
  createTime: { id: 'createTime', width: 116, cell: ({ createTime }) => <QuietTime iso={createTime} /> },
  updateTime: { id: 'updateTime', width: 116, cell: ({ updateTime }) => <QuietTime iso={updateTime} /> },
  createdBy: {
    id: 'createdBy',
    width: 100,
    unsortable: true,
    cell: ({ createdBy }) => <MutedText>{createdBy}</MutedText>,
  },
  updatedBy: {
    id: 'updatedBy',
    width: 100,
    unsortable: true,
    cell: ({ updatedBy }) => <MutedText>{updatedBy}</MutedText>,
  },
  version: {
    id: 'version',
    width: 72,
    align: 'end',
    unsortable: true,
    cell: ({ version }) => <NumberText>v{version}</NumberText>,
  },
};

/** What stays at the left while the rest scrolls: code and name, or a kind's first column where it has neither. */
export function leadingColumns({ schema, columns }: EntityUi): readonly string[] {
  const own = ['code', 'name'].filter((id) => fields[schema].includes(id));
  return own.length > 0 ? own : columns.slice(0, 1).map(({ id }) => id);
}

const QuietTime = ({ iso }: { iso: string }) => (
  <MutedText>
    <Time iso={iso} />
  </MutedText>
);
