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
import type { RowDetail } from './use-rows.ts';

interface Props extends ImportProps {
  data: RowDetail;
}

/** The cells of the line by the names of its columns: what the file has beside what somebody has corrected, until it is applied. */
export function RowCells({ importJob, data, state, send }: Props) {
  const { t } = useTexts();
  const { can } = useSession();
  const { columns, row } = data;
  const [editing, setEditing] = useState<number>();
  const isReadOnly =
    importJob.status !== 'staged' || !can(importPermission(importJob.entity)) || row.cells.length > columns.length;
  const isSaving = useRef(false);
  const { action, problem } = state.context;
  const isActionRunning = state.matches('runningAction');
  const saveProblem = action?.type === 'correct' ? problem : null;
  const list = useRef<HTMLDListElement>(null);
  const lastEdited = useRef<number>(undefined);
  // the focus goes back to where the editor came from
  useEffect(() => {
    if (editing === undefined) list.current?.querySelector<HTMLElement>(`[data-edit="${lastEdited.current}"]`)?.focus();
    lastEdited.current = editing;
  }, [editing]);
  // the editor goes once the server has taken what was typed
  useEffect(() => {
    if (isActionRunning || !isSaving.current) return;
    isSaving.current = false;
    if (!saveProblem) setEditing(undefined);
  }, [isActionRunning, saveProblem]);
  const correct = (index: number, to: string | null, alike: boolean) => {
    isSaving.current = true;
    const [column = '', from = ''] = [columns[index], row.cells[index]];
    const alikeCells = data.alike.find((one) => one.column === column);
    const before = row.original && row.original[index] === from ? null : from;
    const appliesToAlike = alike && alikeCells !== undefined;
    send({
      type: 'RUN_ACTION',
      action: {
        type: 'correct',
        body: appliesToAlike
          ? { alike: { column, from, to, rule: alikeCells.rule } }
          : { cells: [{ row: row.row, column, from, to }] },
        doneText: t('imports.correct.done', {
          count: appliesToAlike ? alikeCells.rows : 1,
          n: appliesToAlike ? alikeCells.rows : 1,
        }),
        ...(to !== null && {
          undo: appliesToAlike
            ? { alike: { column, from: to, to: null, original: from } }
            : { cells: [{ row: row.row, column, from: to, to: row.original ? before : null }] },
        }),
      },
    });
  };
  return (
    <DrawerSection>
      <h3 className="mb-1 text-xs font-medium text-ink-3">
        {t(row.original ? 'imports.report.cellsCorrected' : 'imports.report.cells')}
      </h3>
      <dl ref={list} className="grid grid-cols-[minmax(96px,160px)_minmax(0,1fr)] text-xs">
        {(isReadOnly ? row.cells : columns).map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
          <div key={index} className="col-span-2 grid grid-cols-subgrid border-t border-line first:border-0">
            <dt
              className={cx(
                'pr-3 pb-1.5 font-mono text-ink-3 [overflow-wrap:anywhere]',
                // level with what is typed
                editing === index ? 'pt-3.5' : 'pt-1.5',
              )}
            >
              {columns[index] ?? index + 1}
            </dt>
            {editing === index ? (
              <dd className="py-1.5">
                <CellEditor
                  column={columns[index] ?? ''}
                  value={row.cells[index] ?? ''}
                  alike={(data.alike.find(({ column }) => column === columns[index])?.rows ?? 1) - 1}
                  busy={isActionRunning}
                  error={saveProblem ? (saveProblem.fields[0]?.message ?? saveProblem.message) : undefined}
                  onSave={(to, alike) => correct(index, to, alike)}
                  onCancel={() => setEditing(undefined)}
                />
              </dd>
            ) : (
              <Cell
                data={data}
                index={index}
                onEdit={isReadOnly ? undefined : () => setEditing(index)}
                onBack={isReadOnly ? undefined : () => correct(index, null, false)}
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
  onBack: (() => void) | undefined;
}

function Cell({ data: { columns, row }, index, onEdit, onBack }: CellProps) {
  const { t } = useTexts();
  const column = columns[index] ?? String(index + 1);
  const cell = row.cells[index] ?? '';
  const inFile = row.original?.[index] ?? (row.original ? '' : cell);
  const wrong = row.problems.some((problem) => problem.column === column);
  const text = (value: string) => (value === '' ? t('imports.report.emptyCell') : value);
  return (
    <dd data-cell={index} className={cx('flex items-start gap-1 py-1.5', wrong && '-mx-2 rounded-xs bg-bad-soft px-2')}>
      <span className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <span className={cx(cell === '' && 'text-ink-3', inFile !== cell && 'font-medium')}>{text(cell)}</span>
        {inFile !== cell && (
          <span className="block text-ink-3">
            {t('imports.correct.inFile', { value: text(inFile) })}
            {onBack && (
              <LinkButton className="ml-2" aria-label={t('imports.correct.backTo', { column })} onClick={onBack}>
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
  /** How many other rows have the same value and the same problem. */
  alike: number;
  busy: boolean;
  error: string | undefined;
  onSave: (value: string, alike: boolean) => void;
  onCancel: () => void;
}

/** A cell while it is corrected: Enter takes what is typed, Esc leaves it as it was. */
function CellEditor({ column, value, alike, busy, error, onSave, onCancel }: CellEditorProps) {
  const { t } = useTexts();
  const [typed, type] = useState(value);
  const [appliesToAlike, setAppliesToAlike] = useState(true);
  useEscape(true, onCancel);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSave(typed, alike > 0 && appliesToAlike);
      }}
    >
      <TextInput
        aria-label={t('imports.correct.value', { column })}
        value={typed}
        onChange={type}
        maxLength={10_000}
        autoComplete="off"
        // it stands where the button was that asked for it
        autoFocus
        clearable
      />
      {alike > 0 && (
        <Checkbox
          checked={appliesToAlike}
          onChange={setAppliesToAlike}
          label={t('imports.correct.alike', { count: alike, n: number(alike) })}
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
