import { type EntityKey, enums, type Schemas } from '#api/metadata.gen.ts';

export const cellMeasures = ['lag', 'backlog', 'position'] as const;
export type CellMeasure = (typeof cellMeasures)[number];
export const chartSpans = ['hour', 'day'] as const;
export type ChartSpan = (typeof chartSpans)[number];

/** Identifies a lane. The members are URL parameters of the page. */
export interface LaneKey {
  subscriber: number;
  kind: EntityKey;
}

/** The typed URL parameters (the router's “search”) of the page: the selected lane, the measure of the cells, and the span of the chart. */
export interface SyncSearch {
  subscriber?: number | undefined;
  kind?: EntityKey | undefined;
  show?: Exclude<CellMeasure, 'lag'> | undefined;
  span?: 'day' | undefined;
  /** shows only the subscribers in this state */
  state?: Schemas['SyncState'] | undefined;
}

/** Parses the URL parameters. Unknown values and incomplete lanes are dropped. */
export function parseSyncSearch(raw: Record<string, unknown>): SyncSearch {
  const id = Number(raw.subscriber);
  const kind = enums.Entity.find((entity) => entity === raw.kind);
  const show = cellMeasures.find((measure) => measure === raw.show);
  const state = enums.SyncState.find((value) => value === raw.state);
  return {
    ...(Number.isSafeInteger(id) && id > 0 && kind ? { subscriber: id, kind } : {}),
    ...(show && show !== 'lag' ? { show } : {}),
    ...(raw.span === 'day' ? { span: 'day' } : {}),
    ...(state && { state }),
  };
}
