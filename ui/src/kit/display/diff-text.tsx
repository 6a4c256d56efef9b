import { cx } from '#kit/cx.ts';
import { DiffItems } from './diff-items.tsx';
import { diffParts } from './diff-parts.ts';

interface DiffTextProps {
  /** a text, or the items of a list */
  base: string | readonly string[];
  value: string | readonly string[];
  mono?: boolean | undefined;
  /** also shows replaced parts; otherwise only parts deleted without replacement, as the base is shown beside it */
  showReplaced?: boolean | undefined;
}

export function DiffText({ base, value, mono, showReplaced }: DiffTextProps) {
  if (typeof base !== 'string' || typeof value !== 'string') {
    return <DiffItems base={[base].flat().filter(Boolean)} value={[value].flat().filter(Boolean)} mark="ins" />;
  }
  const parts = diffParts(base, value);
  return (
    <bdi className={cx('wrap-anywhere', mono && 'font-mono text-xs')}>
      {parts.map(({ kind, text }, index) => {
        const key = `${index}${kind}`;
        if (kind === 'ins') return <ins key={key}>{text}</ins>;
        if (kind === 'same') return <span key={key}>{text}</span>;
        return showReplaced || parts[index + 1]?.kind !== 'ins' ? <del key={key}>{text}</del> : null;
      })}
    </bdi>
  );
}
