import { type IconName, iconPaths } from './icon-paths.ts';

export type { IconName };

interface IconProps {
  name: IconName;
  size?: 16 | 14 | undefined;
  /** without it the icon is decorative */
  label?: string | undefined;
  className?: string | undefined;
}

const dottedIcons: ReadonlySet<IconName> = new Set(['more', 'drag']);

export function Icon({ name, size = 16, label, className }: IconProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: aria-label or aria-hidden below; a title element would show as a tooltip
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={dottedIcons.has(name) ? 2 : 1.35}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ? `block flex-none ${className}` : 'block flex-none'}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
