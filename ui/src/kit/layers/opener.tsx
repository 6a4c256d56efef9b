import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useRef, useState } from 'react';
import type { OnDemand } from '#kit/on-demand.ts';
import type { Press, Pressed } from './press-again.ts';

export type TriggerProps = ComponentProps<'button'>;

interface Opened {
  trigger: ReactElement<TriggerProps>;
}

type OpenerProps<Props extends Opened> = Props & {
  /** What makes the trigger open something. */
  layer: OnDemand<ComponentType<Props & Pressed>>;
  popup?: 'menu' | undefined;
  mountOnPress?: boolean | undefined;
};

/** Renders the trigger alone until the code of what it opens is loaded or, with `mountOnPress`, until it is pressed. */
export function Opener<Props extends Opened>({ layer, popup, mountOnPress = false, ...props }: OpenerProps<Props>) {
  // The cast: what is left without the three above is Props, which the compiler does not see.
  const opened = props as unknown as Props;
  const [Layer, setLayer] = useState(() => (mountOnPress ? undefined : layer.now));
  const pressed = useRef<Press>(undefined);
  if (Layer) return <Layer {...opened} pressed={pressed} />;

  async function open(press: Press): Promise<void> {
    pressed.current = press;
    const loaded = await layer.want();
    if (loaded) setLayer(() => loaded);
  }
  const { trigger } = opened;
  const own = trigger.props;
  return cloneElement(trigger, {
    'aria-expanded': false,
    ...(popup ? { 'aria-haspopup': popup } : {}),
    onPointerEnter(event) {
      own.onPointerEnter?.(event);
      void layer.load();
    },
    onFocus(event) {
      own.onFocus?.(event);
      void layer.load();
    },
    onClick(event) {
      own.onClick?.(event);
      // a key that clicks is not told apart from a pointer but by this
      void open(event.detail === 0 ? { key: 'Enter' } : {});
    },
    onKeyDown(event) {
      own.onKeyDown?.(event);
      if (popup !== 'menu' || !/^Arrow(Up|Down)$/.test(event.key)) return;
      event.preventDefault();
      void open({ key: event.key });
    },
  });
}
