import { cx } from '#kit/cx.ts';
import { DiffItems } from './diff-items.tsx';
import { diffParts } from './diff-parts.ts';

interface DiffTextProps {
  /** a text, or the items of a list */
  base: string | readonly string[];
  value: string | readonly string[];
  mono?: boolean | undefined;
}

/** The value with marks for what is not in the base, and nothing but the value: the base is shown beside it. */
export function DiffText({ base, value, mono }: DiffTextProps) {
  if (typeof base !== 'string' || typeof value !== 'string') {
    return <DiffItems base={[base].flat().filter(Boolean)} value={[value].flat().filter(Boolean)} mark="ins" />;
  }
  const parts = diffParts(base, value).filter(({ kind }) => kind !== 'del');
  return (
    <bdi className={cx('wrap-anywhere', mono && 'font-mono text-xs')}>
      {parts.map(({ kind, text }, index) => {
        const key = `${index}${kind}`;
        return kind === 'ins' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
      })}
    </bdi>
  );
}
