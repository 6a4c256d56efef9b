import type { PermissionName } from '#access/common/permission.ts';
import { permissionText } from '#access/common/permission-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { type Matrix, useMatrix } from './use-matrix.ts';

interface Props {
  name: PermissionName;
  /** Beside the box, where no head of a column says it. */
  label?: string;
}

const signs = { gives: '+', takes: '−' } as const;

/** One permission of the role: a box that says what it gives, and why it cannot be changed. */
export function PermissionBox({ name, label }: Props) {
  const { t } = useTexts();
  const matrix = useMatrix();
  const held = matrix.held.includes(name);
  const refused = refusalOf(matrix, name, t('role.notHeld'));
  const change = matrix.changes.gives.includes(name) ? 'gives' : matrix.changes.takes.includes(name) ? 'takes' : null;
  const text = permissionText(name);
  const said = [text, change && t(`role.${change}`), refused].filter(Boolean).join(t('role.between'));
  return (
    <label
      title={refused ? `${text}${t('role.between')}${refused}` : text}
      className={cx(
        'relative inline-flex h-7 min-w-7 items-center gap-1.5 rounded-sm px-1.5',
        change === 'gives' && 'bg-ok-soft inset-ring inset-ring-ok-edge',
        change === 'takes' && 'bg-bad-soft inset-ring inset-ring-bad-edge',
        refused && 'text-ink-3',
      )}
    >
      <input
        type="checkbox"
        className="box"
        checked={held}
        // not `disabled`: the arrow keys lead here too, and hear why
        aria-disabled={refused ? true : undefined}
        aria-label={said}
        onChange={(event) => refused || matrix.put([name], event.target.checked)}
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
