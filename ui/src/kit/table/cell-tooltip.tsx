import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { TooltipLayer } from '#kit/buttons/tooltip.tsx';

const HOVER_DELAY_MS = 400;
/** Focus may scroll its cell into view, which would close the tooltip again. */
const FOCUS_DELAY_MS = 120;

interface CutCell {
  cell: HTMLElement;
  text: string;
}

/** Shows a cut text in full while its cell is hovered or has the keyboard's focus. It listens to the table, so no row pays for it. */
export function CellTooltip({ table }: { table: RefObject<HTMLTableElement | null> }) {
  const [cut, setCut] = useState<CutCell>();
  useEffect(() => {
    const grid = table.current;
    if (!grid) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;
    const hide = () => {
      clearTimeout(timer);
      current = null;
      setCut(undefined);
    };
    const showFor = (element: Element, delayMs: number) => {
      const cell = element.closest<HTMLElement>('td, th');
      if (cell === current) return;
      hide();
      current = cell;
      if (!cell) return;
      timer = setTimeout(() => {
        const text = cutText(cell);
        const ownTitle = element.closest<HTMLElement>('[title]')?.title ?? '';
        if (text && !(delayMs === HOVER_DELAY_MS && ownTitle.includes(text))) setCut({ cell, text });
      }, delayMs);
    };
    const onPointerOver = (event: PointerEvent) => {
      // the target of a pointer event is an element
      if (event.pointerType === 'mouse') showFor(event.target as Element, HOVER_DELAY_MS);
    };
    const onFocus = ({ target }: FocusEvent) => {
      // the target of a focus event in a table is an element
      const element = target as Element;
      if (element.matches(':focus-visible')) showFor(element, FOCUS_DELAY_MS);
    };
    grid.addEventListener('pointerover', onPointerOver);
    grid.addEventListener('focusin', onFocus);
    const leaving = ['pointerleave', 'pointerdown', 'focusout'] as const;
    for (const type of leaving) grid.addEventListener(type, hide);
    return () => {
      clearTimeout(timer);
      grid.removeEventListener('pointerover', onPointerOver);
      grid.removeEventListener('focusin', onFocus);
      for (const type of leaving) grid.removeEventListener(type, hide);
    };
  }, [table]);
  if (!cut) return null;
  return createPortal(
    <TooltipLayer text={cut.text} placement="bottom" target={cut.cell} hide={() => setCut(undefined)} />,
    document.body,
  );
}

/** The whole text of the parts of a cell that are cut, a line each. */
function cutText(cell: HTMLElement): string {
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>('.truncate, .two-lines > span')];
  const cutParts = parts.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth);
  const outermost = cutParts.filter((part) => !cutParts.some((other) => other !== part && other.contains(part)));
  return outermost.map(({ textContent }) => textContent.trim()).join('\n');
}
