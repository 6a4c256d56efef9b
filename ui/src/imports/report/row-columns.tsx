import { pointerText } from '#crud/value-text.ts';
import { t } from '#i18n/i18n.ts';
import { type ImportRow, rowOutcomeTones, rowStateTones } from '#imports/import.ts';
import { Code } from '#kit/display/chip.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { TwoLines } from '#kit/table/cells.tsx';
import type { Column } from '#kit/table/data-table.tsx';

/** The file's own cells behind what became of the line; `done`: it has been written, so the outcome counts. */
export const rowColumns = (names: readonly string[], done: boolean): Column<ImportRow>[] => [
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
    header: t(done ? 'imports.column.outcome' : 'imports.column.status'),
    width: 112,
    resizable: true,
    cell: (row) => <RowMark row={row} done={done} />,
  },
  {
    id: 'problem',
    header: t('imports.column.problem'),
    width: 260,
    truncates: true,
    resizable: true,
    cell: (row) => <ProblemCell row={row} />,
    isEmpty: ({ problems, missing }) => problems.length === 0 && missing.length === 0,
  },
  ...names.map(
    (name, index): Column<ImportRow> => ({
      id: `cell ${index}`,
      header: name,
      width: 168,
      truncates: true,
      resizable: true,
      cell: (row) => <Cell row={row} index={index} name={name} />,
      isEmpty: ({ cells, original, problems }) =>
        !cells[index] && !original?.[index] && !problems.some(({ column }) => column === name),
    }),
  ),
];

export function RowMark({ row: { state, outcome }, done }: { row: ImportRow; done: boolean }) {
  return done && outcome ? (
    <StatusMark status={rowOutcomeTones[outcome]} label={t(`imports.outcome.${outcome}`)} />
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

/** Why it is not taken; of a row that is, what approval will ask for. */
function ProblemCell({ row: { problems, missing } }: { row: ImportRow }) {
  const [first, ...others] = problems;
  if (!first) {
    if (missing.length === 0) return null;
    const fields = missing.map(pointerText).join(t('common.separator'));
    return <span className="min-w-0 truncate block text-ink-3">{t('imports.report.lacks', { fields })}</span>;
  }
  return (
    <span className="min-w-0 truncate block text-bad-ink">
      {[first, ...others].map(({ column, message }) => [column, message].filter(Boolean).join(' · ')).join('；')}
    </span>
  );
}

/** As it stands in the file or was corrected, with what is wrong with it or stands in the file below. */
function Cell({ row: { cells, original, problems }, index, name }: { row: ImportRow; index: number; name: string }) {
  const wrong = problems.filter(({ column }) => column === name).map(({ message }) => message);
  const value = cells[index] ?? '';
  const inFile = original ? (original[index] ?? '') : value;
  if (wrong.length === 0 && inFile !== value)
    return <TwoLines main={value || '—'} second={<s>{inFile || t('imports.report.emptyCell')}</s>} strong />;
  if (wrong.length === 0) return value;
  const said = wrong.join(t('common.separator'));
  return (
    <span
      title={[value, said].filter(Boolean).join('\n')}
      className="-mx-2 flex h-[calc(var(--row-h)-1px)] items-center bg-bad-soft px-2"
    >
      <TwoLines main={value || '—'} second={<span className="text-bad-ink">{said}</span>} />
    </span>
  );
}
