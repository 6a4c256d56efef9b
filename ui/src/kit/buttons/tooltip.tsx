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
import { type Placement, positionTooltip } from './tooltip-position.ts';

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
          if (showOnPress || event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0);
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
