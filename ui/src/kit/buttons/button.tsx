import type { ComponentProps, MouseEvent } from 'react';
import { cx } from '#kit/cx.ts';
import { Icon, type IconName } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { Tooltip } from './tooltip.tsx';

const VARIANT_CLASSES = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'bg-panel text-ink inset-ring inset-ring-line-strong hover:bg-hover active:bg-active',
  ghost: 'text-ink-2 hover:bg-active hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger/88',
  'danger-ghost': 'text-bad-ink hover:bg-bad-soft',
};

const SIZE_CLASSES = { sm: 'h-7 text-xs', md: 'h-8', lg: 'h-9' };
/** A larger target on touch screens. */
const TOUCH_SIZE_CLASS = 'pointer-coarse:h-10 pointer-coarse:min-w-10';
const PADDING_CLASSES = { sm: 'px-2', md: 'px-3', lg: 'px-4' };
const SQUARE_CLASSES = { sm: 'w-7 pointer-coarse:w-10', md: 'w-8 pointer-coarse:w-10', lg: 'w-9 pointer-coarse:w-10' };

interface ButtonLook {
  variant?: keyof typeof VARIANT_CLASSES | undefined;
  size?: keyof typeof SIZE_CLASSES | undefined;
  icon?: IconName | undefined;
  /** shows that the action is running, and ignores further clicks */
  busy?: boolean | undefined;
  /** the reason why the action is not allowed; the button stays focusable and shows it as a tooltip */
  disabledReason?: string | false | undefined;
  shortcut?: string | undefined;
}

type NativeProps = Omit<ComponentProps<'button'>, 'aria-label' | 'aria-disabled' | 'disabled'> & {
  /** Shows a button that can do nothing at the moment, such as the arrow after the last record; it stays focusable. */
  'aria-disabled'?: boolean | undefined;
};

export type ButtonProps = NativeProps &
  ButtonLook &
  ({ iconOnly: true; icon: IconName; 'aria-label': string } | { iconOnly?: false | undefined; 'aria-label'?: string });

const PRESSING_KEYS = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);

/** Returns handlers that ignore what a menu listens to before the click. */
const withoutPresses = ({ onKeyDown }: Pick<NativeProps, 'onKeyDown'>): NativeProps => ({
  onPointerDown: undefined,
  onMouseDown: undefined,
  onKeyDown: (event) => PRESSING_KEYS.has(event.key) || onKeyDown?.(event),
});

export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'md', icon, iconOnly, busy, disabledReason, shortcut, ...nativeProps } = props;
  const { className, children, onClick, type = 'button', 'aria-disabled': isUnavailable, ...rest } = nativeProps;
  const isDisabled = Boolean(busy || disabledReason || isUnavailable);
  // a button without a label keeps the icon that says what it would do
  const shownIcon = busy ? 'busy' : disabledReason && !iconOnly ? 'lock' : icon;

  function onEnabledClick(event: MouseEvent<HTMLButtonElement>) {
    if (!isDisabled) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  }

  const button = (
    <button
      {...rest}
      {...(isDisabled && withoutPresses(rest))}
      type={type}
      onClick={onEnabledClick}
      aria-disabled={isDisabled || undefined}
      aria-busy={busy || undefined}
      className={cx(
        'relative inline-flex flex-none items-center justify-center gap-1.5 rounded-sm font-medium whitespace-nowrap',
        'transition-colors duration-(--fast)',
        SIZE_CLASSES[size],
        TOUCH_SIZE_CLASS,
        iconOnly ? SQUARE_CLASSES[size] : PADDING_CLASSES[size],
        disabledReason
          ? 'bg-sunken text-ink-3 inset-ring inset-ring-line'
          : isUnavailable
            ? 'text-ink-off'
            : VARIANT_CLASSES[variant],
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
        // page headers hide the label on phones and show only the icon
        <span data-label className="contents">
          {children}
        </span>
      )}
      {shortcut && !iconOnly && (
        <Kbd tone={variant === 'primary' && !disabledReason ? 'accent' : 'plain'}>{shortcut}</Kbd>
      )}
    </button>
  );
  const tooltipText = [iconOnly && props['aria-label'], disabledReason].filter(Boolean).join(': ');
  return tooltipText ? (
    <Tooltip text={tooltipText} showOnPress={Boolean(disabledReason)}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}

type IconButtonProps = Omit<NativeProps, 'children'> & ButtonLook & { icon: IconName; 'aria-label': string };

export function IconButton({ variant = 'ghost', size = 'sm', ...props }: IconButtonProps) {
  return <Button {...props} variant={variant} size={size} iconOnly />;
}
