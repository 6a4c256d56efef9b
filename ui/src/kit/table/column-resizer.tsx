import { useRef } from 'react';
import { useMove } from 'react-aria/useMove';
import { useKitTexts } from '#kit/kit-texts.tsx';
import type { ColumnWidths } from './column-widths.ts';
import type { ColumnResize, ResizableColumn } from './use-column-resize.ts';

interface Props {
  column: ResizableColumn;
  resize: ColumnResize;
}

/** A handle to resize a column by mouse or touch; by keyboard the head itself is resized. */
export function ColumnResizer({ column, resize }: Props) {
  const texts = useKitTexts();
  const handle = useRef<HTMLElement>(null);
  const drag = useRef<{ width: number; before: ColumnWidths }>(undefined);
  const { moveProps } = useMove({
    onMoveStart: () => {
      const head = handle.current?.closest('th');
      drag.current = head ? { width: head.offsetWidth, before: widthsBefore(head) } : undefined;
    },
    onMove: ({ deltaX }) => {
      if (!drag.current) return;
      drag.current.width += deltaX;
      resize.drag(column, drag.current.width, drag.current.before);
    },
    onMoveEnd: () => {
      if (drag.current) resize.drop(column, drag.current.width);
    },
  });
  return (
    <i
      {...moveProps}
      ref={handle}
      aria-hidden
      title={texts.resizeColumn}
      className="resizer"
      onDoubleClick={({ currentTarget }) => resize.fit(column, currentTarget)}
    />
  );
}

/** Returns the widths of the columns left of a head, which are fixed during a drag so that the handle follows the pointer. */
function widthsBefore(head: HTMLElement): ColumnWidths {
  const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])];
  return Object.fromEntries(
    heads.slice(0, heads.indexOf(head)).map(({ dataset, offsetWidth }) => [dataset.column ?? '', offsetWidth]),
  );
}
