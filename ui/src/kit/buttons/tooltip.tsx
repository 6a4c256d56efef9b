import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

export type Placement = 'top' | 'bottom' | 'right';

interface TooltipProps {
  text: ReactNode;
  placement?: Placement | undefined;
  /** the delay on hover; on focus there is none */
  hoverDelayMs?: number | undefined;
  /** also shows the tooltip on touch, click and any focus, as when it explains why a control is disabled */
  showOnPress?: boolean | undefined;
  /** a button or a link that accepts event handlers */
  children: ReactElement<ComponentProps<'button'>>;
}

let lastKey = '';
// unit tests run in Node, which has no window
globalThis.window?.addEventListener('keydown', ({ key }) => (lastKey = key), true);

/** Whether a key has moved the focus to a control, instead of closing a dialog that gives the focus back. */
const isFocusedByMove = (control: Element): boolean =>
  control.matches(':focus-visible') && !/^(Enter|Escape| )$/.test(lastKey);

export function Tooltip({ text, placement = 'bottom', hoverDelayMs = 400, showOnPress, children }: TooltipProps) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [target, setTarget] = useState<Element>();
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(element: Element, delayMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // the menu of an expanded button says more, and would be covered
      if (element.getAttribute('aria-expanded') !== 'true') setTarget(element);
    }, delayMs);
  }
  function hide() {
    clearTimeout(timer.current);
    setTarget(undefined);
  }
  const childProps = children.props;
  return (
    <>
      {cloneElement(children, {
        ...(target ? { 'aria-describedby': id } : {}),
        onPointerEnter(event) {
          childProps.onPointerEnter?.(event);
          if (event.pointerType === 'mouse') show(event.currentTarget, hoverDelayMs);
        },
        onPointerLeave(event) {
          childProps.onPointerLeave?.(event);
          hide();
        },
        onPointerDown(event) {
          childProps.onPointerDown?.(event);
          if (showOnPress) show(event.currentTarget, 0);
          else hide();
        },
        onFocus(event) {
          childProps.onFocus?.(event);
          if (showOnPress || isFocusedByMove(event.currentTarget)) show(event.currentTarget, 0);
        },
        onBlur(event) {
          childProps.onBlur?.(event);
          hide();
        },
      })}
      {target &&
        createPortal(
          <TooltipLayer id={id} text={text} placement={placement} target={target} hide={hide} />,
          document.body,
        )}
    </>
  );
}

interface TooltipLayerProps extends Required<Pick<TooltipProps, 'text'>> {
  id?: string;
  placement: Placement;
  target: Element;
  hide: () => void;
}

/** The tooltip itself, beside its target. */
export function TooltipLayer({ id, text, placement, target, hide }: TooltipLayerProps) {
  const tooltipRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!tooltipRef.current) return;
    const { offsetWidth: width, offsetHeight: height } = tooltipRef.current;
    const viewport = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = positionTooltip(target.getBoundingClientRect(), { width, height }, viewport, placement);
    tooltipRef.current.style.translate = `${left}px ${top}px`;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    window.addEventListener('scroll', hide, true);
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('scroll', hide, true);
      window.removeEventListener('keydown', onKey, true);
    };
  });
  return (
    <div
      ref={tooltipRef}
      id={id}
      role="tooltip"
      className="animate-fade-in pointer-events-none fixed top-0 left-0 z-(--z-tip) w-max max-w-70 rounded-sm bg-plate px-2 py-1.5 text-xs whitespace-pre-line wrap-anywhere text-on-plate"
    >
      {text}
    </div>
  );
}

interface TooltipSize {
  width: number;
  height: number;
}
type ControlRect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom' | 'width' | 'height'>;

const GAP_PX = 6;
const VIEWPORT_MARGIN_PX = 8;

/** Keeps a tooltip inside the window, at a margin from its edge. */
const clampToViewport = (value: number, size: number, viewportLength: number) =>
  Math.max(VIEWPORT_MARGIN_PX, Math.min(value, viewportLength - size - VIEWPORT_MARGIN_PX));

/** Returns the position of a tooltip: on the requested side of its control, or on another side if there is no room. */
export function positionTooltip(
  control: ControlRect,
  tooltip: TooltipSize,
  viewport: TooltipSize,
  placement: Placement,
): { left: number; top: number } {
  if (placement === 'right' && control.right + GAP_PX + tooltip.width + VIEWPORT_MARGIN_PX <= viewport.width) {
    const top = control.top + (control.height - tooltip.height) / 2;
    return {
      left: Math.round(control.right + GAP_PX),
      top: Math.round(clampToViewport(top, tooltip.height, viewport.height)),
    };
  }
  const above = control.top - GAP_PX - tooltip.height;
  const below = control.bottom + GAP_PX;
  const top =
    placement === 'top'
      ? above < VIEWPORT_MARGIN_PX
        ? below
        : above
      : below + tooltip.height + VIEWPORT_MARGIN_PX > viewport.height
        ? above
        : below;
  const left = control.left + (control.width - tooltip.width) / 2;
  return {
    left: Math.round(clampToViewport(left, tooltip.width, viewport.width)),
    top: Math.round(clampToViewport(top, tooltip.height, viewport.height)),
  };
}
