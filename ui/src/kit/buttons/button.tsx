import type { ComponentProps, MouseEvent } from 'react';
import { cx } from '#kit/cx.ts';
import { Icon, type IconName } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { Tooltip } from './tooltip.tsx';

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'bg-panel text-ink inset-ring inset-ring-line-strong hover:bg-hover active:bg-active',
  ghost: 'text-ink-2 hover:bg-active hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger/88',
  'bad-ghost': 'text-bad-ink hover:bg-bad-soft',
};

const sizes = { sm: 'h-7 text-xs', md: 'h-8', lg: 'h-9' };
/** For fingers. */
const touchHeight = 'pointer-coarse:h-10';
const paddings = { sm: 'px-2', md: 'px-3', lg: 'px-4' };
const squares = { sm: 'w-7 pointer-coarse:w-10', md: 'w-8 pointer-coarse:w-10', lg: 'w-9 pointer-coarse:w-10' };

interface Look {
  variant?: keyof typeof looks | undefined;
  size?: keyof typeof sizes | undefined;
  icon?: IconName | undefined;
  /** still under way: shown so, and not fired again */
  busy?: boolean | undefined;
  /** Why the person may not; the control stays where it is, focusable, and says so. */
  refused?: string | false | undefined;
  shortcut?: string | undefined;
}

type Native = Omit<ComponentProps<'button'>, 'aria-label' | 'disabled'>;

export type ButtonProps = Native &
  Look &
  ({ iconOnly: true; icon: IconName; 'aria-label': string } | { iconOnly?: false | undefined; 'aria-label'?: string });

export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'md', icon, iconOnly, busy, refused, shortcut, ...native } = props;
  const { className, children, onClick, type = 'button', ...rest } = native;
  const held = Boolean(busy || refused);
  const shownIcon = busy ? 'busy' : refused ? 'lock' : icon;

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (!held) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  }

  const button = (
    <button
      {...rest}
      type={type}
      onClick={click}
      aria-disabled={held || undefined}
      aria-busy={busy || undefined}
      className={cx(
        'relative inline-flex flex-none items-center justify-center gap-1.5 rounded-sm font-medium whitespace-nowrap',
        'transition-colors duration-(--fast)',
        sizes[size],
        touchHeight,
        iconOnly ? squares[size] : paddings[size],
        refused ? 'bg-sunken text-ink-3 inset-ring inset-ring-line' : looks[variant],
        busy && 'opacity-75',
        className,
      )}
    >
      {shownIcon && (
        <Icon
          name={shownIcon}
          size={size === 'sm' && !iconOnly ? 14 : 16}
          className={cx(!iconOnly && '-ml-0.5', busy && 'animate-spin motion-reduce:animate-none')}
        />
      )}
      {!iconOnly && (
        // a head hides it on a phone, where the icon has to do
        <span data-label className="contents">
          {children}
        </span>
      )}
      {shortcut && !iconOnly && <Kbd tone={variant === 'primary' && !refused ? 'accent' : 'plain'}>{shortcut}</Kbd>}
    </button>
  );
  const tip = refused || (iconOnly && props['aria-label']);
  return tip ? (
    <Tooltip text={tip} insists={Boolean(refused)}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}

type IconButtonProps = Omit<Native, 'children'> & Look & { icon: IconName; 'aria-label': string };

export function IconButton({ variant = 'ghost', size = 'sm', ...props }: IconButtonProps) {
  return <Button {...props} variant={variant} size={size} iconOnly />;
}
