import { cx } from '#kit/cx.ts';

interface Props {
  base: readonly string[];
  value: readonly string[];
  /** What an item is that the base does not have. */
  mark: 'ins' | 'del';
}

// letters and codes stand in a row, anything longer on lines of its own
const short = 4;

/** How a list came from another, item by item; what fell away is missed beside the base, or marked there. */
export function DiffItems({ base, value, mark: Mark }: Props) {
  const lines = [...base, ...value].some(({ length }) => length > short);
  return (
    <span
      className={cx('flex gap-x-1.5 gap-y-1 [overflow-wrap:anywhere]', lines ? 'flex-col items-start' : 'flex-wrap')}
    >
      {value.map((item) => (base.includes(item) ? <span key={item}>{item}</span> : <Mark key={item}>{item}</Mark>))}
    </span>
  );
}
