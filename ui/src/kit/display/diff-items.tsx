import { cx } from '#kit/cx.ts';

interface DiffItemsProps {
  base: readonly string[];
  value: readonly string[];
  /** the element around items that are not in the base */
  mark: 'ins' | 'del';
}

// letters and codes are shown in a row, longer items on separate lines
const MAX_INLINE_LENGTH = 4;

/** Marks the items of a list that are not in the base. Removed items are marked by a second list with base and value swapped. */
export function DiffItems({ base, value, mark: Mark }: DiffItemsProps) {
  const isStacked = [...base, ...value].some(({ length }) => length > MAX_INLINE_LENGTH);
  return (
    <span className={cx('flex gap-x-1.5 gap-y-1 wrap-anywhere', isStacked ? 'flex-col items-start' : 'flex-wrap')}>
      {value.map((item) => {
        const Element = base.includes(item) ? 'span' : Mark;
        return (
          <Element key={item} dir="auto">
            {item}
          </Element>
        );
      })}
    </span>
  );
}
