import { useEffect, useRef, useState } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { importPermission } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { TextInput } from '#kit/fields/text-field.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { useEscape } from '#kit/layers/escape.ts';
import { useSession } from '#session/use-session.ts';
import type { RowDetail } from './use-report-rows.ts';

interface Props extends ImportProps {
  data: RowDetail;
}

/** The cells of a row with their column names and original values. They can be edited until the import is applied. */
export function RowCells({ importJob, data, state, send }: Props) {
  const { t } = useTexts();
  const { can } = useSession();
  const { columns, row } = data;
  const [editedIndex, setEditedIndex] = useState<number>();
  const isReadOnly =
    importJob.status !== 'staged' || !can(importPermission(importJob.entity)) || row.cells.length > columns.length;
  const isSaving = useRef(false);
  const { action, problem } = state.context;
  const isActionRunning = state.matches('runningAction');
  const saveProblem = action?.type === 'correct' ? problem : null;
  const listRef = useRef<HTMLDListElement>(null);
  const lastEditedIndex = useRef<number>(undefined);
  // returns the focus to the edit button of the cell
  useEffect(() => {
    if (editedIndex === undefined)
      listRef.current?.querySelector<HTMLElement>(`[data-edit="${lastEditedIndex.current}"]`)?.focus();
    lastEditedIndex.current = editedIndex;
  }, [editedIndex]);
  // closes the editor once the server has saved the value
  useEffect(() => {
    if (isActionRunning || !isSaving.current) return;
    isSaving.current = false;
    if (!saveProblem) setEditedIndex(undefined);
  }, [isActionRunning, saveProblem]);
  const saveCell = (index: number, to: string | null, includesEqualCells: boolean) => {
    isSaving.current = true;
    const [column = '', from = ''] = [columns[index], row.cells[index]];
    const equalCells = data.alike.find((group) => group.column === column);
    const previousCorrection = row.original && row.original[index] === from ? null : from;
    const appliesToEqualCells = includesEqualCells && equalCells !== undefined;
    const correctedRows = appliesToEqualCells ? equalCells.rows : 1;
    send({
      type: 'RUN_ACTION',
      action: {
        type: 'correct',
        body: appliesToEqualCells
          ? { alike: { column, from, to, rule: equalCells.rule } }
          : { cells: [{ row: row.row, column, from, to }] },
        doneText:
          to === null
            ? t('imports.correct.restored', { column })
            : t('imports.correct.done', { count: correctedRows, n: number(correctedRows) }),
        ...(to !== null && {
          undo: {
            type: 'correct',
            body: appliesToEqualCells
              ? { alike: { column, from: to, to: null, original: from } }
              : { cells: [{ row: row.row, column, from: to, to: row.original ? previousCorrection : null }] },
            doneText: t('imports.correct.undone'),
          },
        }),
      },
    });
  };
  return (
    <DrawerSection>
      <h3 className="mb-1 text-xs font-medium text-ink-3">
        {t(row.original ? 'imports.report.cellsCorrected' : 'imports.report.cells')}
      </h3>
      <dl ref={listRef} className="grid grid-cols-[minmax(96px,160px)_minmax(0,1fr)] text-xs">
        {(isReadOnly ? row.cells : columns).map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their index
          <div key={index} className="col-span-2 grid grid-cols-subgrid border-t border-line first:border-0">
            <dt
              className={cx(
                'pr-3 pb-1.5 font-mono text-ink-3 wrap-anywhere',
                // aligns the label with the text of the input
                editedIndex === index ? 'pt-3.5' : 'pt-1.5',
              )}
            >
              {columns[index] ?? index + 1}
            </dt>
            {editedIndex === index ? (
              <dd className="py-1.5">
                <CellEditor
                  column={columns[index] ?? ''}
                  value={row.cells[index] ?? ''}
                  equalCellCount={(data.alike.find(({ column }) => column === columns[index])?.rows ?? 1) - 1}
                  busy={isActionRunning}
                  error={saveProblem ? (saveProblem.fields[0]?.message ?? saveProblem.message) : undefined}
                  onSave={(to, includesEqualCells) => saveCell(index, to, includesEqualCells)}
                  onCancel={() => setEditedIndex(undefined)}
                />
              </dd>
            ) : (
              <Cell
                data={data}
                index={index}
                onEdit={isReadOnly ? undefined : () => setEditedIndex(index)}
                onRestore={isReadOnly ? undefined : () => saveCell(index, null, false)}
              />
            )}
          </div>
        ))}
      </dl>
    </DrawerSection>
  );
}

interface CellProps {
  data: RowDetail;
  index: number;
  onEdit: (() => void) | undefined;
  onRestore: (() => void) | undefined;
}

function Cell({ data: { columns, row }, index, onEdit, onRestore }: CellProps) {
  const { t } = useTexts();
  const column = columns[index] ?? String(index + 1);
  const cell = row.cells[index] ?? '';
  const originalValue = row.original?.[index] ?? (row.original ? '' : cell);
  const hasProblem = row.problems.some((problem) => problem.column === column);
  const displayText = (value: string) => (value === '' ? t('imports.report.emptyCell') : value);
  return (
    <dd
      data-cell={index}
      className={cx('flex items-start gap-1 py-1.5', hasProblem && '-mx-2 rounded-xs bg-bad-soft px-2')}
    >
      <span className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">
        <span className={cx(cell === '' && 'text-ink-3', originalValue !== cell && 'font-medium')}>
          {displayText(cell)}
        </span>
        {originalValue !== cell && (
          <span className="block text-ink-3">
            {t('imports.correct.inFile', { value: displayText(originalValue) })}
            {onRestore && (
              <LinkButton className="ml-2" aria-label={t('imports.correct.backTo', { column })} onClick={onRestore}>
                {t('imports.correct.back')}
              </LinkButton>
            )}
          </span>
        )}
      </span>
      {onEdit && (
        <IconButton
          icon="edit"
          data-edit={index}
          className="-my-1"
          aria-label={t('imports.correct.edit', { column })}
          onClick={onEdit}
        />
      )}
    </dd>
  );
}

interface CellEditorProps {
  column: string;
  value: string;
  /** The number of other rows with the same value and the same problem. */
  equalCellCount: number;
  busy: boolean;
  error: string | undefined;
  onSave: (value: string, includesEqualCells: boolean) => void;
  onCancel: () => void;
}

/** The form that edits a cell: Enter saves, Escape cancels. */
function CellEditor({ column, value, equalCellCount, busy, error, onSave, onCancel }: CellEditorProps) {
  const { t } = useTexts();
  const [text, setText] = useState(value);
  const [includesEqualCells, setIncludesEqualCells] = useState(true);
  useEscape(true, onCancel);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSave(text, equalCellCount > 0 && includesEqualCells);
      }}
    >
      <TextInput
        aria-label={t('imports.correct.value', { column })}
        value={text}
        onChange={setText}
        autoComplete="off"
        // the input replaces the focused edit button
        autoFocus
        clearable
      />
      {equalCellCount > 0 && (
        <Checkbox
          checked={includesEqualCells}
          onChange={setIncludesEqualCells}
          label={t('imports.correct.alike', { count: equalCellCount, n: number(equalCellCount) })}
          className="items-start!"
        />
      )}
      {error && (
        <p role="alert" className="text-bad-ink">
          {error}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" variant="primary" type="submit" busy={busy}>
          {t('imports.correct.save')}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
