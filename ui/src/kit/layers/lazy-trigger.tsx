import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useRef, useState } from 'react';
import type { LazyCode } from '#kit/lazy-code.ts';
import type { ReplayProps, TriggerPress } from './replay-press.ts';

export type TriggerProps = ComponentProps<'button'>;

interface HasTrigger {
  trigger: ReactElement<TriggerProps>;
}

type LazyTriggerProps<Props extends HasTrigger> = Props & {
  /** the component that the trigger opens */
  layer: LazyCode<ComponentType<Props & ReplayProps>>;
  popup?: 'menu' | undefined;
  mountOnPress?: boolean | undefined;
};

/** Renders only the trigger until the layer's code is loaded or, with `mountOnPress`, until the trigger is pressed. */
export function LazyTrigger<Props extends HasTrigger>({
  layer,
  popup,
  mountOnPress = false,
  ...props
}: LazyTriggerProps<Props>) {
  // The cast: without the three properties above the rest is Props, which the compiler cannot infer.
  const layerProps = props as unknown as Props;
  const [Layer, setLayer] = useState(() => (mountOnPress ? undefined : layer.loaded));
  const pressRef = useRef<TriggerPress>(undefined);
  if (Layer) return <Layer {...layerProps} pressRef={pressRef} />;

  async function open(press: TriggerPress): Promise<void> {
    pressRef.current = press;
    const loaded = await layer.loadOrReport();
    if (loaded) setLayer(() => loaded);
  }
  const { trigger } = layerProps;
  const triggerProps = trigger.props;
  return cloneElement(trigger, {
    'aria-expanded': false,
    ...(popup ? { 'aria-haspopup': popup } : {}),
    onPointerEnter(event) {
      triggerProps.onPointerEnter?.(event);
      void layer.load();
    },
    onFocus(event) {
      triggerProps.onFocus?.(event);
      void layer.load();
    },
    onClick(event) {
      triggerProps.onClick?.(event);
      // detail is 0 if the click was caused by a key
      void open(event.detail === 0 ? { key: 'Enter' } : {});
    },
    onKeyDown(event) {
      triggerProps.onKeyDown?.(event);
      if (popup !== 'menu' || !/^Arrow(Up|Down)$/.test(event.key)) return;
      event.preventDefault();
      void open({ key: event.key });
    },
  });
}
