import type { PermissionName } from '#access/common/permission.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { markOf } from './matrix.ts';
import { useMatrix } from './use-matrix.ts';

interface Props {
  label: string;
  names: readonly PermissionName[];
  className?: string;
}

/** The head of a row or a column: gives or takes all of it that one may. */
export function PermissionHead({ label, names, className }: Props) {
  const { t } = useTexts();
  const { held, locked, reach, toggleAll } = useMatrix();
  const own = names.filter(reach);
  const refused = locked || (own.length === 0 ? t('role.notHeld') : undefined);
  const takes = markOf(held, own) === 'all';
  const count = names.filter((name) => held.includes(name)).length;
  const act = t(takes ? 'role.takeAll' : 'role.giveAll', { what: label });
  return (
    <button
      type="button"
      title={refused ?? act}
      aria-label={[label, `${count}/${names.length}`, refused ?? act].join(t('role.between'))}
      aria-disabled={refused ? true : undefined}
      onClick={() => refused || toggleAll(names)}
      className={cx(
        'inline-flex h-7 max-w-full items-center gap-1.5 rounded-sm px-1.5',
        !refused && 'hover:bg-active',
        className,
      )}
    >
      <span className="cut">{label}</span>
      <span className="flex-none font-mono text-2xs font-normal text-ink-3">
        {count}/{names.length}
      </span>
    </button>
  );
}
