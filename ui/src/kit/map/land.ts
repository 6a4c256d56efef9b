import { type GeoStream, geoPath } from 'd3-geo';
import { useEffect, useMemo, useState } from 'react';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/land-50m.json?url';
import coarse from 'world-atlas/land-110m.json?url';
import { FINE_DETAIL_ZOOM, projectionOf, type Size, scaleOf, type View } from './view.ts';

type Land = ReturnType<typeof toShape>;
type Detail = 'coarse' | 'fine';

const toShape = (atlas: Topology<{ land: GeometryCollection }>) => feature(atlas, atlas.objects.land);
// fetched as assets; the map works without them
const sources = { coarse, fine };
const loaded: Partial<Record<Detail, Land>> = {};

/** in pixels */
const MIN_POINT_DISTANCE_PX = 0.9;
const CLIP_MARGIN_PX = 16;

async function load(address: string): Promise<Land> {
  const answer = await fetch(address);
  return toShape(await answer.json());
}

/** The coastline for this view; until the fine one has come, the coarse one if that is there. */
export function useLand(view: View): Land | undefined {
  const detail = view.zoom > FINE_DETAIL_ZOOM ? 'fine' : 'coarse';
  const [, setCount] = useState(0);
  useEffect(() => {
    if (loaded[detail]) return;
    let gone = false;
    load(sources[detail]).then(
      (land) => {
        loaded[detail] ??= land;
        if (!gone) setCount((count) => count + 1);
      },
      () => undefined, // a map without coast still shows where things lie
    );
    return () => {
      gone = true;
    };
  }, [detail]);
  return loaded[detail] ?? loaded.coarse;
}

/** Drawn for the views around this one as well: while the map is dragged, the path only shifts. */
export function useLandPath(land: Land | undefined, view: View, size: Size) {
  const { width, height } = size;
  const anchor = anchorOf(view, size);
  const { latitude, longitude, zoom } = anchor;
  const path = useMemo(() => {
    if (!land) return '';
    const projection = projectionOf({ latitude, longitude, zoom }, { width, height });
    // clipped so far outside the view that the border of the clip is never visible
    const [beside, above] = zoom > FINE_DETAIL_ZOOM ? [width / 2, height / 2] : [0, 0];
    projection.clipExtent([
      [-beside - CLIP_MARGIN_PX, -above - CLIP_MARGIN_PX],
      [width + beside + CLIP_MARGIN_PX, height + above + CLIP_MARGIN_PX],
    ]);
    return geoPath({ stream: (output) => projection.stream(sparse(output)) }).digits(1)(land) ?? '';
  }, [land, latitude, longitude, zoom, width, height]);
  const scale = scaleOf(view, size);
  return {
    path,
    dx: ((anchor.longitude - view.longitude) * Math.PI * scale) / 180,
    dy: (northing(view.latitude) - northing(anchor.latitude)) * scale,
  };
}

/** Passes on what can be told apart; far out, that is a third of the points. */
function sparse(output: GeoStream): GeoStream {
  let last: [number, number] | undefined;
  return {
    point(x, y) {
      if (last && Math.abs(x - last[0]) + Math.abs(y - last[1]) < MIN_POINT_DISTANCE_PX) return;
      last = [x, y];
      output.point(x, y);
    },
    lineStart() {
      last = undefined;
      output.lineStart();
    },
    lineEnd: () => output.lineEnd(),
    polygonStart: () => output.polygonStart(),
    polygonEnd: () => output.polygonEnd(),
  };
}

const northing = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));

/** The view's nearest point on a grid whose cells are as large as the map. */
function anchorOf(view: View, size: Size): View {
  if (view.zoom <= FINE_DETAIL_ZOOM) return view;
  const longitudeStep = 360 / view.zoom;
  const northingStep = size.height / scaleOf(view, size);
  const north = Math.round(northing(view.latitude) / northingStep) * northingStep;
  return {
    zoom: view.zoom,
    longitude: Math.round(view.longitude / longitudeStep) * longitudeStep,
    latitude: (2 * Math.atan(Math.exp(north)) * 180) / Math.PI - 90,
  };
}
