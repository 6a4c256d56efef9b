export type Placement = 'top' | 'bottom' | 'right';

interface Size {
  width: number;
  height: number;
}
type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom' | 'width' | 'height'>;

const gap = 6;
const edge = 8;

/** Never over the edge of the window. */
const within = (value: number, size: number, room: number) => Math.max(edge, Math.min(value, room - size - edge));

/** Where a tooltip stands: beside its control as wished, on the other side where there is no room. */
export function tooltipPlace(control: Rect, tip: Size, room: Size, wish: Placement): { left: number; top: number } {
  if (wish === 'right' && control.right + gap + tip.width + edge <= room.width) {
    const top = control.top + (control.height - tip.height) / 2;
    return { left: Math.round(control.right + gap), top: Math.round(within(top, tip.height, room.height)) };
  }
  const above = control.top - gap - tip.height;
  const below = control.bottom + gap;
  const top = wish === 'top' ? (above < edge ? below : above) : below + tip.height + edge > room.height ? above : below;
  const left = control.left + (control.width - tip.width) / 2;
  return {
    left: Math.round(within(left, tip.width, room.width)),
    top: Math.round(within(top, tip.height, room.height)),
  };
}
