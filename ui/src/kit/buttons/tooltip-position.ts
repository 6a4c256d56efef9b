export type Placement = 'top' | 'bottom' | 'right';

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
