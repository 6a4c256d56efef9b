// Writes ui/public/globe.svg: geometry only, by id. How it looks is said where it is used (signed-out-layout.tsx), so that
// one file serves both themes. Land: Natural Earth 1:110m, public domain.  node ui/globe/generate.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoDistance, geoGraticule, geoOrthographic, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import { airports, routes } from './airports.mjs';

const radius = 470;
const middle = [452, 590];
const facing = [104, 26.6];

const world = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('world-atlas/land-110m.json'), 'utf8'));
const projection = geoOrthographic()
  .rotate(facing.map((degrees) => -degrees))
  .scale(radius)
  .translate(middle)
  .clipAngle(90)
  .precision(0.4);

const tenths = (value) => Math.round(value * 10);
const short = (value) => String(value / 10).replace(/^(-?)0\./, '$1.');

/** Steps from point to point in tenths of a pixel: half the size of full coordinates, and no rounding adds up. */
function draw(shape) {
  let [x, y] = [0, 0];
  let path = '';
  const step = (command, toX, toY) => {
    const [dx, dy] = [tenths(toX) - x, tenths(toY) - y];
    if (command === 'l' && dx === 0 && dy === 0) return;
    path += `${command}${short(dx)}${dy < 0 ? '' : ' '}${short(dy)}`;
    [x, y] = [x + dx, y + dy];
  };
  let start = [0, 0];
  geoPath(projection, {
    beginPath() {},
    moveTo(toX, toY) {
      step('m', toX, toY);
      start = [x, y];
    },
    lineTo: (toX, toY) => step('l', toX, toY),
    closePath() {
      path += 'z';
      [x, y] = start;
    },
    arc() {},
  })(shape);
  return path;
}

const places = new Map(airports.map(([code, latitude, longitude]) => [code, [longitude, latitude]]));
const visible = airports.filter(([code]) => geoDistance(places.get(code), facing) < 1.5);
const round = (value) => Math.round(value * 10) / 10;

function ring(inner, outer, pieces) {
  const at = (distance, turn) => {
    const angle = (turn / pieces) * 2 * Math.PI;
    return `${round(middle[0] + distance * Math.cos(angle))} ${round(middle[1] + distance * Math.sin(angle))}`;
  };
  const centre = (inner + outer) / 2;
  return Array.from({ length: pieces / 2 }, (_, index) => {
    return `M${at(centre, index * 2)}A${centre} ${centre} 0 0 1 ${at(centre, index * 2 + 1)}`;
  }).join('');
}

const labels = visible.map(([code, , , side]) => {
  const [x, y] = projection(places.get(code)).map(round);
  const anchor = side === 'left' ? ' text-anchor="end"' : '';
  const away = code === 'PEK' ? 14 : 8;
  return `<text x="${round(x + (side === 'left' ? -away : away))}" y="${round(y + 3.8)}"${anchor}>${code}</text>`;
});
const dots = visible.map(([code]) => {
  const [x, y] = projection(places.get(code)).map(round);
  return `<circle cx="${x}" cy="${y}" r="2.6"/>`;
});
const arcs = draw({
  type: 'MultiLineString',
  coordinates: routes.map((pair) => pair.map((code) => places.get(code))),
});
const [cx, cy] = middle;

writeFileSync(
  new URL('../public/globe.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 900">
<circle id="sea" cx="${cx}" cy="${cy}" r="${radius}"/>
<path id="land" d="${draw(feature(world, world.objects.land))}"/>
<path id="grid" d="${draw(geoGraticule().step([15, 15])())}"/>
<g id="neatline"><circle cx="${cx}" cy="${cy}" r="479"/><circle cx="${cx}" cy="${cy}" r="484"/></g>
<path id="scale" d="${ring(479, 484, 144)}"/>
<path id="routes" d="${arcs}"/>
<g id="airports">${dots.slice(1).join('')}</g>
<g id="codes">${labels.slice(1).join('')}</g>
<g id="home-code">${labels[0]}</g>
<g id="home">${dots[0].replace('2.6', '5.5')}</g>
<g id="halo">${dots[0].replace('2.6', '10')}</g>
</svg>
`,
);
