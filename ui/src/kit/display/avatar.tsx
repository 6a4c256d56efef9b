import { cx } from '#kit/cx.ts';

export function Avatar({ name, size = 24 }: { name: string; size?: 24 | 32 | undefined }) {
  const [initial = '?'] = name.trim();
  return (
    <span
      aria-hidden
      className={cx(
        'grid flex-none place-items-center rounded-sm bg-plate font-mono font-semibold text-on-plate',
        size === 24 ? 'size-6 text-2xs' : 'size-8 text-sm',
      )}
    >
      {initial.toUpperCase()}
    </span>
  );
}
