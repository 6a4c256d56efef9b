import { type GeoStream, geoPath } from 'd3-geo';
import { useEffect, useMemo, useState } from 'react';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fineLandUrl from 'world-atlas/land-50m.json?url';
import coarseLandUrl from 'world-atlas/land-110m.json?url';
import { createProjection, FINE_DETAIL_ZOOM, type MapSize, type MapView, pixelsPerRadian } from './map-view.ts';

type LandFeature = ReturnType<typeof toLandFeature>;
type Detail = 'coarse' | 'fine';

const toLandFeature = (atlas: Topology<{ land: GeometryCollection }>) => feature(atlas, atlas.objects.land);
// fetched as assets; the map works without them
const landUrls = { coarse: coarseLandUrl, fine: fineLandUrl };
const loadedLand: Partial<Record<Detail, LandFeature>> = {};

const MIN_POINT_DISTANCE_PX = 0.9;
const CLIP_MARGIN_PX = 16;

async function fetchLand(url: string): Promise<LandFeature> {
  const response = await fetch(url);
  return toLandFeature(await response.json());
}

/** Returns the coastline for this view: the coarse one, if loaded, until the fine one is loaded. */
export function useLand(view: MapView): LandFeature | undefined {
  const detail = view.zoom > FINE_DETAIL_ZOOM ? 'fine' : 'coarse';
  const [, setCount] = useState(0);
  useEffect(() => {
    if (loadedLand[detail]) return;
    let isUnmounted = false;
    fetchLand(landUrls[detail]).then(
      (land) => {
        loadedLand[detail] ??= land;
        if (!isUnmounted) setCount((count) => count + 1);
      },
      () => undefined, // the map is still useful without a coastline
    );
    return () => {
      isUnmounted = true;
    };
  }, [detail]);
  return loadedLand[detail] ?? loadedLand.coarse;
}

/** Returns a path that also covers the views nearby, so that dragging the map only translates it. */
export function useLandPath(land: LandFeature | undefined, view: MapView, size: MapSize) {
  const { width, height } = size;
  const anchor = snapToGrid(view, size);
  const { latitude, longitude, zoom } = anchor;
  const path = useMemo(() => {
    if (!land) return '';
    const projection = createProjection({ latitude, longitude, zoom }, { width, height });
    // clipped so far outside the view that the border of the clip is never visible
    const [marginX, marginY] = zoom > FINE_DETAIL_ZOOM ? [width / 2, height / 2] : [0, 0];
    projection.clipExtent([
      [-marginX - CLIP_MARGIN_PX, -marginY - CLIP_MARGIN_PX],
      [width + marginX + CLIP_MARGIN_PX, height + marginY + CLIP_MARGIN_PX],
    ]);
    return geoPath({ stream: (output) => projection.stream(dropClosePoints(output)) }).digits(1)(land) ?? '';
  }, [land, latitude, longitude, zoom, width, height]);
  const scale = pixelsPerRadian(view, size);
  return {
    path,
    dx: ((anchor.longitude - view.longitude) * Math.PI * scale) / 180,
    dy: (mercatorY(view.latitude) - mercatorY(anchor.latitude)) * scale,
  };
}

/** Drops points that are too close to the previous one to be visible: two thirds of them at the lowest zoom. */
function dropClosePoints(output: GeoStream): GeoStream {
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

const mercatorY = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));

/** Returns the view moved to the nearest point on a grid whose cells are as large as the map. */
function snapToGrid(view: MapView, size: MapSize): MapView {
  if (view.zoom <= FINE_DETAIL_ZOOM) return view;
  const longitudeStep = 360 / view.zoom;
  const mercatorStep = size.height / pixelsPerRadian(view, size);
  const anchorY = Math.round(mercatorY(view.latitude) / mercatorStep) * mercatorStep;
  return {
    zoom: view.zoom,
    longitude: Math.round(view.longitude / longitudeStep) * longitudeStep,
    latitude: (2 * Math.atan(Math.exp(anchorY)) * 180) / Math.PI - 90,
  };
}
