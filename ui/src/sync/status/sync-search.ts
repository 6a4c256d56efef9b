import { type Entity, enums } from '#api/facts.gen.ts';

export const measures = ['lag', 'backlog', 'position'] as const;
export type Measure = (typeof measures)[number];
export const spans = ['hour', 'day'] as const;
export type Span = (typeof spans)[number];

/** One cell: a subscriber and a kind that it takes. */
export interface LaneKey {
  subscriber: number;
  kind: Entity;
}

/** What the page's address says: the chosen cell, what cells show, how far the chart goes back. */
export interface SyncSearch {
  subscriber?: number | undefined;
  kind?: Entity | undefined;
  show?: Exclude<Measure, 'lag'> | undefined;
  span?: 'day' | undefined;
}

/** Takes from an address what the page understands; half a cell is none. */
export function parseSyncSearch(raw: Record<string, unknown>): SyncSearch {
  const id = Number(raw.subscriber);
  const kind = enums.Entity.find((entity) => entity === raw.kind);
  const show = measures.find((measure) => measure === raw.show);
  return {
    ...(Number.isSafeInteger(id) && id > 0 && kind ? { subscriber: id, kind } : {}),
    ...(show && show !== 'lag' ? { show } : {}),
    ...(raw.span === 'day' ? { span: 'day' } : {}),
  };
}
