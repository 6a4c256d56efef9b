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
import { type Placement, tooltipPlace } from './tooltip-place.ts';

interface Props {
  text: ReactNode;
  placement?: Placement | undefined;
  /** Hovering waits, focus does not. */
  delay?: number | undefined;
  /** Says why something is refused: also to a finger, and to whoever presses it all the same. */
  insists?: boolean | undefined;
  /** A button or a link that takes handlers: it stays what it is. */
  children: ReactElement<ComponentProps<'button'>>;
}

export function Tooltip({ text, placement = 'bottom', delay = 400, insists, children }: Props) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [target, setTarget] = useState<Element>();
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(element: Element, wait: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTarget(element), wait);
  }
  function hide() {
    clearTimeout(timer.current);
    setTarget(undefined);
  }
  const own = children.props;
  return (
    <>
      {cloneElement(children, {
        ...(target ? { 'aria-describedby': id } : {}),
        onPointerEnter(event) {
          own.onPointerEnter?.(event);
          if (event.pointerType === 'mouse') show(event.currentTarget, delay);
        },
        onPointerLeave(event) {
          own.onPointerLeave?.(event);
          hide();
        },
        onPointerDown(event) {
          own.onPointerDown?.(event);
          if (insists) show(event.currentTarget, 0);
          else hide();
        },
        onFocus(event) {
          own.onFocus?.(event);
          if (insists || event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0);
        },
        onBlur(event) {
          own.onBlur?.(event);
          hide();
        },
      })}
      {target && createPortal(<Tip {...{ id, text, placement, target, hide }} />, document.body)}
    </>
  );
}

interface TipProps extends Required<Pick<Props, 'text'>> {
  id: string;
  placement: Placement;
  target: Element;
  hide: () => void;
}

function Tip({ id, text, placement, target, hide }: TipProps) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!tip.current) return;
    const { offsetWidth: width, offsetHeight: height } = tip.current;
    const room = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = tooltipPlace(target.getBoundingClientRect(), { width, height }, room, placement);
    tip.current.style.translate = `${left}px ${top}px`;
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
      ref={tip}
      id={id}
      role="tooltip"
      className="animate-fade-in pointer-events-none fixed top-0 left-0 z-(--z-tip) w-max max-w-70 rounded-sm bg-plate px-2 py-1.5 text-xs text-on-plate"
    >
      {text}
    </div>
  );
}
