import { cx } from '#kit/cx.ts';

interface SkeletonProps {
  width?: number | string | undefined;
  height?: number | undefined;
  className?: string | undefined;
}

export function Skeleton({ width = '100%', height = 10, className }: SkeletonProps) {
  return <div aria-hidden style={{ width, height }} className={cx('rounded-xs bg-active', className)} />;
}
