import { type ComponentProps, type ReactElement, type ReactNode, type Ref, useCallback, useRef } from 'react';
import { Tooltip as AriaTooltip, Focusable, type TooltipProps, TooltipTrigger } from 'react-aria-components';

interface Props {
  text: ReactNode;
  placement?: TooltipProps['placement'];
  /** Hovering waits, focus does not. */
  delay?: number | undefined;
  children: ReactElement<ComponentProps<'button'>, 'button'>;
}

export function Tooltip({ text, placement = 'bottom', delay = 400, children }: Props) {
  const { ref, ...props } = children.props;
  return (
    <TooltipTrigger delay={delay} closeDelay={0}>
      <Focusable>
        <Target {...props} outerRef={ref} />
      </Focusable>
      <AriaTooltip
        placement={placement}
        offset={6}
        className="fade-in pointer-events-none z-(--z-tip) max-w-70 rounded-sm bg-plate px-2 py-1.5 text-xs text-on-plate"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/**
 * Focusable merges refs into a new function each time it renders; a menu that keeps its button in a state would then
 * render for ever.
 */
function Target({
  outerRef,
  ref,
  ...props
}: ComponentProps<'button'> & { outerRef: Ref<HTMLButtonElement> | undefined }) {
  const refs = useRef<(Ref<HTMLButtonElement> | undefined)[]>([]);
  refs.current = [outerRef, ref];
  const set = useCallback((button: HTMLButtonElement | null) => {
    for (const each of refs.current) {
      if (typeof each === 'function') each(button);
      else if (each) each.current = button;
    }
  }, []);
  return <button {...props} ref={set} />;
}
