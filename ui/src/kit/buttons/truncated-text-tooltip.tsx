import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { TooltipLayer } from './tooltip.tsx';

const HOVER_DELAY_MS = 400;
/** Focus may scroll its element into view, which would close the tooltip again. */
const FOCUS_DELAY_MS = 120;

const TRUNCATING_CLASSES = '.truncate, .two-lines > span';

interface TruncatedText {
  element: HTMLElement;
  text: string;
}

/**
 * Shows a cut text in full while it is hovered, or while its control or table cell has the keyboard's focus. Rendered once in the app:
 * it listens to the document, so that no text needs handlers of its own.
 */
export function TruncatedTextTooltip() {
  const [cut, setCut] = useState<TruncatedText>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;
    const hide = () => {
      clearTimeout(timer);
      current = null;
      setCut(undefined);
    };
    const showFor = (element: HTMLElement | null, delayMs: number, target: Element) => {
      if (element === current) return;
      hide();
      current = element;
      if (!element) return;
      timer = setTimeout(() => {
        const text = truncatedText(element);
        const title = target.closest<HTMLElement>('[title]')?.title ?? '';
        const hasTitle = delayMs === HOVER_DELAY_MS && title.includes(text);
        // a control with a tooltip of its own already says more
        if (text && !hasTitle && !document.querySelector('[role="tooltip"]')) setCut({ element, text });
      }, delayMs);
    };
    // not pointerover, which also comes when the layout changes under a resting pointer and would end what the keyboard shows
    const onPointerMove = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse' || !(target instanceof Element)) return;
      showFor(target.closest('td, th') ?? target.closest<HTMLElement>(TRUNCATING_CLASSES), HOVER_DELAY_MS, target);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
      // the focus in a form, a list or a dialog does not point to one of its texts
      const control =
        target.closest<HTMLElement>('td, th') ?? target.closest<HTMLElement>('a, button, [role="option"]');
      showFor(control, FOCUS_DELAY_MS, target);
    };
    document.addEventListener('pointermove', onPointerMove);
    document.addEventListener('focusin', onFocus);
    const HIDING_EVENTS = ['pointerdown', 'keydown', 'focusout'] as const;
    // before handlers of the same key move the focus, which shows the next text
    for (const type of HIDING_EVENTS) document.addEventListener(type, hide, { capture: true });
    document.documentElement.addEventListener('pointerleave', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointermove', onPointerMove);
      document.removeEventListener('focusin', onFocus);
      for (const type of HIDING_EVENTS) document.removeEventListener(type, hide, { capture: true });
      document.documentElement.removeEventListener('pointerleave', hide);
    };
  }, []);
  if (!cut) return null;
  return createPortal(
    <TooltipLayer text={cut.text} placement="bottom" target={cut.element} hide={() => setCut(undefined)} />,
    document.body,
  );
}

/** The whole text of the parts of an element that are cut, a line each. */
function truncatedText(element: HTMLElement): string {
  const parts = [element, ...element.querySelectorAll<HTMLElement>(TRUNCATING_CLASSES)];
  const cutParts = parts.filter(
    (part) =>
      part.matches(`td, th, ${TRUNCATING_CLASSES}`) && part.clientWidth > 0 && part.scrollWidth > part.clientWidth,
  );
  const outermost = cutParts.filter((part) => !cutParts.some((other) => other !== part && other.contains(part)));
  // unlike the text content, it leaves out what the width of the window hides
  return outermost.map(({ innerText }) => innerText.trim()).join('\n');
}
