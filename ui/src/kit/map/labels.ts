import type { Size } from './view.ts';

export interface Mark {
  code: string;
  x: number;
  y: number;
}

export interface Placed extends Mark {
  /** on which side of the mark the code stands; without one it found no room */
  side: Side | undefined;
}

type Side = 'start' | 'end';
type Box = [left: number, top: number, right: number, bottom: number];

const letter = 7;
const gap = 7;
const half = 7;
const edge = 8;

function boxOf({ code, x, y }: Mark, side: Side, away = gap): Box {
  const width = code.length * letter;
  return side === 'start'
    ? [x + away, y - half, x + away + width, y + half]
    : [x - away - width, y - half, x - away, y + half];
}

const meet = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const inside = ([left, top, right, bottom]: Box, { width, height }: Size) =>
  left >= edge && top >= edge && right <= width - edge && bottom <= height - edge;

/** At the left, unless the edge or another mark is there and not at the right. */
function sideOfPin(pin: Mark, marks: readonly Box[], size: Size): Side {
  const free = (side: Side) => {
    const box = boxOf(pin, side, 13);
    return inside(box, size) && !marks.some((mark) => meet(box, mark));
  };
  const least = pin.x - 13 - pin.code.length * 8 < edge ? 'start' : 'end';
  return (['end', 'start'] as const).find(free) ?? least;
}

/** Each code beside its mark, at the right, else at the left, else left out; the pin's comes first. */
export function placeLabels(pin: Mark | undefined, marks: readonly Mark[], size: Size, taken: readonly Box[] = []) {
  const rings = marks.map(({ x, y }): Box => [x - 4, y - 4, x + 4, y + 4]);
  const boxes: Box[] = [...taken, ...rings];
  const pinSide = pin && sideOfPin(pin, rings, size);
  if (pin && pinSide) boxes.push([pin.x - 11, pin.y - 11, pin.x + 11, pin.y + 11], boxOf(pin, pinSide, 13));
  const placed = marks.map((mark): Placed => {
    const side = (['start', 'end'] as const).find((one) => {
      const box = boxOf(mark, one);
      return inside(box, size) && !boxes.some((other) => meet(box, other));
    });
    if (side) boxes.push(boxOf(mark, side));
    return { ...mark, side };
  });
  return { placed, pinSide };
}
