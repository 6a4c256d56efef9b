import { pointerLabel } from '#crud/text/value-text.ts';
import { t } from '#i18n/i18n.ts';
import { outcomeText } from '#imports/counts-text.ts';
import { type Import, type ImportRow, mayHaveWritten, rowOutcomeTones, rowStateTones } from '#imports/import.ts';
import { Code } from '#kit/display/code.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { TwoLines } from '#kit/table/cells.tsx';
import type { Column } from '#kit/table/data-table.tsx';

/** What of an import its rows depend on. */
interface ReportedImport extends Pick<Import, 'status'> {
  changeSetId?: number | undefined;
}

/** Returns the table columns of the report: the record, state and problems of each row, then the columns of the file. */
export const rowColumns = (columnNames: readonly string[], importJob: ReportedImport): Column<ImportRow>[] => [
  {
    id: 'line',
    header: t('imports.column.line'),
    width: 84,
    pinned: true,
    resizable: false,
    cell: ({ line }) => <span className="font-mono text-xs text-ink-3">{line}</span>,
  },
  {
    id: 'record',
    header: t('imports.column.record'),
    width: 224,
    truncates: true,
    pinned: true,
    resizable: true,
    cell: (row) => <RecordCell row={row} />,
  },
  {
    id: 'state',
    header: t(mayHaveWritten(importJob) ? 'imports.column.outcome' : 'imports.column.status'),
    width: 112,
    onPhone: 'firstLine',
    resizable: true,
    cell: (row) => <RowStatusMark row={row} importJob={importJob} />,
  },
  {
    id: 'problem',
    header: t('imports.column.problem'),
    width: 260,
    truncates: true,
    onPhone: 'secondLine',
    resizable: true,
    cell: (row) => <ProblemCell row={row} />,
    isEmpty: ({ problems, missing }) => problems.length === 0 && missing.length === 0,
  },
  ...columnNames.map(
    (name, index): Column<ImportRow> => ({
      id: `cell ${index}`,
      header: name,
      width: 168,
      truncates: true,
      resizable: true,
      cell: (row) => <FileCell row={row} index={index} name={name} />,
      isEmpty: ({ cells, original, problems }) =>
        !cells[index] && !original?.[index] && !problems.some(({ column }) => column === name),
    }),
  ),
];

interface RowStatusMarkProps {
  row: ImportRow;
  importJob: ReportedImport;
}

export function RowStatusMark({ row: { state, outcome }, importJob }: RowStatusMarkProps) {
  return mayHaveWritten(importJob) && outcome ? (
    <StatusMark status={rowOutcomeTones[outcome]} label={outcomeText(outcome, importJob)} />
  ) : (
    <StatusMark status={rowStateTones[state]} label={t(`imports.state.${state}`)} />
  );
}

const RecordCell = ({ row: { code, name } }: { row: ImportRow }) =>
  code === null && name === null ? (
    <span className="text-ink-3">{t('imports.report.noRecord')}</span>
  ) : (
    <span className="flex min-w-0 items-center gap-2">
      {code !== null && <Code className="flex-initial!">{code}</Code>}
      <span className="min-w-0 truncate">{name}</span>
    </span>
  );

/** The problems of a row, or the fields that approval will require. */
function ProblemCell({ row: { problems, missing } }: { row: ImportRow }) {
  if (problems.length === 0) {
    if (missing.length === 0) return null;
    const fields = missing.map(pointerLabel).join(t('common.separator'));
    return <span className="min-w-0 truncate block text-ink-3">{t('imports.report.lacks', { fields })}</span>;
  }
  return (
    <span className="min-w-0 truncate block text-bad-ink">
      {problems.map(({ column, message }) => [column, message].filter(Boolean).join(' · ')).join(t('value.between'))}
    </span>
  );
}

/** A cell of the file with its problems, or with the original value of a corrected cell. */
function FileCell({
  row: { cells, original, problems },
  index,
  name,
}: {
  row: ImportRow;
  index: number;
  name: string;
}) {
  const messages = problems.filter(({ column }) => column === name).map(({ message }) => message);
  const value = cells[index] ?? '';
  const originalValue = original ? (original[index] ?? '') : value;
  if (messages.length === 0 && originalValue !== value)
    return <TwoLines main={value || '—'} second={<s>{originalValue || t('imports.report.emptyCell')}</s>} strong />;
  if (messages.length === 0) return value;
  const messageText = messages.join(t('common.separator'));
  return (
    <span
      title={[value, messageText].filter(Boolean).join('\n')}
      className="-mx-2 flex h-[calc(var(--row-h)-1px)] items-center bg-bad-soft px-2"
    >
      <TwoLines main={value || '—'} second={<span className="text-bad-ink">{messageText}</span>} />
    </span>
  );
}
