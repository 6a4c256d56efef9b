import type { MapSize } from './map-view.ts';

export interface MapMark {
  code: string;
  x: number;
  y: number;
}

export interface LabelledMark extends MapMark {
  /** the side of the mark that its code is drawn on; undefined if there is no room */
  side: LabelSide | undefined;
}

type LabelSide = 'start' | 'end';
export type Box = [left: number, top: number, right: number, bottom: number];

const CHARACTER_WIDTH_PX = 7;
const CHINESE_CHARACTER_WIDTH_PX = 12;
const LABEL_GAP_PX = 7;
const HALF_LINE_HEIGHT_PX = 7;
const MAP_MARGIN_PX = 8;

const widthOf = (text: string) =>
  [...text].reduce(
    (sum, character) => sum + (/\p{Script=Han}/u.test(character) ? CHINESE_CHARACTER_WIDTH_PX : CHARACTER_WIDTH_PX),
    0,
  );

export function labelBox({ code, x, y }: MapMark, side: LabelSide, distance = LABEL_GAP_PX): Box {
  const width = widthOf(code);
  return side === 'start'
    ? [x + distance, y - HALF_LINE_HEIGHT_PX, x + distance + width, y + HALF_LINE_HEIGHT_PX]
    : [x - distance - width, y - HALF_LINE_HEIGHT_PX, x - distance, y + HALF_LINE_HEIGHT_PX];
}

const overlaps = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const isInside = ([left, top, right, bottom]: Box, { width, height }: MapSize) =>
  left >= MAP_MARGIN_PX && top >= MAP_MARGIN_PX && right <= width - MAP_MARGIN_PX && bottom <= height - MAP_MARGIN_PX;

/** Chooses the left of the pin, the right if only that is free, and if neither is, the side on which the label fits the map. */
function choosePinSide(pin: MapMark, taken: readonly Box[], size: MapSize): LabelSide {
  const isFree = (side: LabelSide) => {
    const box = labelBox(pin, side, 13);
    return isInside(box, size) && !taken.some((other) => overlaps(box, other));
  };
  const fallbackSide = pin.x - 13 - pin.code.length * 8 < MAP_MARGIN_PX ? 'start' : 'end';
  return (['end', 'start'] as const).find(isFree) ?? fallbackSide;
}

/** Places each code on the right of its mark, or on the left, or leaves it out. The label of the pin is placed first. */
export function placeLabels(
  pin: MapMark | undefined,
  marks: readonly MapMark[],
  size: MapSize,
  obstacles: readonly Box[] = [],
) {
  const markBoxes = marks.map(({ x, y }): Box => [x - 4, y - 4, x + 4, y + 4]);
  const boxes: Box[] = [...obstacles, ...markBoxes];
  const pinSide = pin && choosePinSide(pin, boxes, size);
  if (pin && pinSide) boxes.push([pin.x - 11, pin.y - 11, pin.x + 11, pin.y + 11], labelBox(pin, pinSide, 13));
  const labelledMarks = marks.map((mark): LabelledMark => {
    const side = (['start', 'end'] as const).find((candidate) => {
      const box = labelBox(mark, candidate);
      return isInside(box, size) && !boxes.some((taken) => overlaps(box, taken));
    });
    if (side) boxes.push(labelBox(mark, side));
    return { ...mark, side };
  });
  return { labelledMarks, pinSide };
}
