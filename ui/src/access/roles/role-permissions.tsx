import { createContext, type KeyboardEvent, use, useRef } from 'react';
import {
  actionOf,
  type PermissionName,
  permissionNames,
  permissionsOf,
  type Subject,
} from '#access/common/permission.ts';
import { actionText, permissionText, subjectText } from '#access/common/permission-text.ts';
import { useField, useFormState } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { Panel } from '#kit/display/panel.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useGridFocus } from '#kit/table/use-grid-focus.ts';
import { useSession } from '#session/use-session.ts';
import {
  columnOf,
  type Difference,
  differences,
  type Held,
  kindActions,
  kinds,
  markOf,
  others,
  permissionAt,
  put,
  type Reach,
  toggleAll,
} from './matrix.ts';

const nothing: Held = [];

/** What the role lets people do; a role that is an administrator by its name holds everything. */
export function RolePermissions({ administrator }: { administrator: boolean }) {
  const { t } = useTexts();
  const { can } = useSession();
  const base = useFormState((form) => form.base);
  const { value, set, lock, error } = useField('permissions');
  // only this part of the form writes the field
  const own = (value ?? nothing) as Held;
  const before = (base?.permissions ?? nothing) as Held;
  const held = administrator ? permissionNames : own;
  const changes = administrator ? { gives: [], takes: [] } : differences(before, own);
  const locked = administrator ? t('role.administratorHoldsAll') : lock ? t('role.locked') : undefined;
  const count = (subjects: readonly Subject[]) => {
    const all = subjects.flatMap(permissionsOf);
    return t('role.held', { count: all.filter((name) => held.includes(name)).length, all: all.length });
  };
  return (
    <MatrixContext
      value={{
        ...{ held, changes, locked },
        reach: can,
        put: (names, on) => set(put(own, names, on, can)),
        toggleAll: (names) => set(toggleAll(own, names, can)),
      }}
    >
      {administrator && <Note tone="info">{t('role.administratorText')}</Note>}
      {error && (
        <Note tone="bad" live>
          {error}
        </Note>
      )}
      <Panel title={t('role.matrix')} note={count(kinds)} flush>
        <PermissionMatrix />
      </Panel>
      <Panel title={t('role.others')} note={count(others)} flush>
        <OtherPermissions />
      </Panel>
    </MatrixContext>
  );
}

/** What is no kind of record: each with its own actions, a line each. */
function OtherPermissions() {
  const { t } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const focus = useGridFocus(table);
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table one moves in by arrows
      role="grid"
      aria-label={t('role.others')}
      className="w-full table-fixed"
      onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => focus.move(event)}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      <tbody>
        {others.map((subject) => (
          <tr key={subject} className="border-line not-last:border-b hover:bg-hover">
            <th scope="row" className="h-9 w-56 px-4 text-left font-medium">
              <PermissionHead label={subjectText(subject)} names={permissionsOf(subject)} className="-ml-1.5" />
            </th>
            <td>
              <span className="grid grid-cols-[repeat(4,7rem)] justify-items-start py-1">
                {permissionsOf(subject).map((name) => (
                  <PermissionBox key={name} name={name} label={actionText(actionOf(name))} />
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Kinds of records by what can be done with them; arrows move, Space gives and takes. */
function PermissionMatrix() {
  const { t } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const focus = useGridFocus(table);
  return (
    <div className="overflow-x-auto">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table one moves in by arrows
        role="grid"
        aria-label={t('role.matrix')}
        className="w-full min-w-180 table-fixed text-center"
        onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => focus.move(event)}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <thead className="bg-sunken text-xs text-ink-3">
          <tr>
            <th className="w-56 border-b border-line-strong px-4 text-left font-normal" tabIndex={-1}>
              {t('role.kind')}
            </th>
            {kindActions.map((action) => (
              <th key={action} scope="col" className="h-9 border-b border-line-strong font-normal">
                <PermissionHead label={actionText(action)} names={columnOf(action)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind} className="border-line not-last:border-b hover:bg-hover">
              <th scope="row" className="h-9 px-4 text-left font-medium">
                <PermissionHead label={subjectText(kind)} names={permissionsOf(kind)} className="-ml-1.5" />
              </th>
              {kindActions.map((action) => {
                const name = permissionAt(kind, action);
                return (
                  <td key={action} tabIndex={-1}>
                    {name && <PermissionBox name={name} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Props {
  label: string;
  names: readonly PermissionName[];
  className?: string;
}

/** The head of a row or a column: gives or takes all of it that one may. */
function PermissionHead({ label, names, className }: Props) {
  const { t } = useTexts();
  const { held, locked, reach, toggleAll } = useMatrix();
  const own = names.filter(reach);
  const disabledReason = locked || (own.length === 0 ? t('role.notHeld') : undefined);
  const takes = markOf(held, own) === 'all';
  const count = names.filter((name) => held.includes(name)).length;
  const act = t(takes ? 'role.takeAll' : 'role.giveAll', { what: label });
  return (
    <button
      type="button"
      title={disabledReason ?? act}
      aria-label={[label, `${count}/${names.length}`, disabledReason ?? act].join(t('role.between'))}
      aria-disabled={disabledReason ? true : undefined}
      onClick={() => disabledReason || toggleAll(names)}
      className={cx(
        'inline-flex h-7 max-w-full items-center gap-1.5 rounded-sm px-1.5',
        !disabledReason && 'hover:bg-active',
        className,
      )}
    >
      <span className="min-w-0 truncate">{label}</span>
      <span className="flex-none font-mono text-2xs font-normal text-ink-3">
        {count}/{names.length}
      </span>
    </button>
  );
}

interface PermissionBoxProps {
  name: PermissionName;
  /** Beside the box, where no head of a column says it. */
  label?: string;
}

const signs = { gives: '+', takes: '−' } as const;

/** One permission of the role: a box that says what it gives, and why it cannot be changed. */
function PermissionBox({ name, label }: PermissionBoxProps) {
  const { t } = useTexts();
  const matrix = useMatrix();
  const held = matrix.held.includes(name);
  const disabledReason = refusalOf(matrix, name, t('role.notHeld'));
  const change = matrix.changes.gives.includes(name) ? 'gives' : matrix.changes.takes.includes(name) ? 'takes' : null;
  const text = permissionText(name);
  const said = [text, change && t(`role.${change}`), disabledReason].filter(Boolean).join(t('role.between'));
  return (
    <label
      title={disabledReason ? `${text}${t('role.between')}${disabledReason}` : text}
      className={cx(
        'relative inline-flex h-7 min-w-7 items-center gap-1.5 rounded-sm px-1.5',
        change === 'gives' && 'bg-ok-soft inset-ring inset-ring-ok-edge',
        change === 'takes' && 'bg-bad-soft inset-ring inset-ring-bad-edge',
        disabledReason && 'text-ink-3',
      )}
    >
      <input
        type="checkbox"
        className="box"
        checked={held}
        // not `disabled`: the arrow keys lead here too, and hear why
        aria-disabled={disabledReason ? true : undefined}
        aria-label={said}
        onChange={(event) => disabledReason || matrix.put([name], event.target.checked)}
      />
      {label && <span aria-hidden>{label}</span>}
      {change && (
        <span
          aria-hidden
          className={cx(
            'absolute top-0 left-full ml-1 font-mono text-xs/7 font-semibold',
            change === 'gives' ? 'text-ok-ink' : 'text-bad-ink',
          )}
        >
          {signs[change]}
        </span>
      )}
    </label>
  );
}

const refusalOf = ({ locked, reach }: Matrix, name: PermissionName, notHeld: string): string | undefined =>
  locked || (reach(name) ? undefined : notHeld);

/** What the boxes of one role's permissions share. */
interface Matrix {
  held: Held;
  /** Against what the role holds on the server. */
  changes: Difference;
  reach: Reach;
  /** Why nothing of it can be changed. */
  locked: string | undefined;
  put: (names: readonly PermissionName[], on: boolean) => void;
  toggleAll: (names: readonly PermissionName[]) => void;
}

const MatrixContext = createContext<Matrix | null>(null);

function useMatrix(): Matrix {
  const matrix = use(MatrixContext);
  if (!matrix) throw new Error('A permission stands outside of a role’s form.');
  return matrix;
}
