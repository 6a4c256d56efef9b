import { geoContains } from 'd3-geo';
import type { Feature, Geometry, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { Coordinates } from '#kit/values/coordinates.ts';

/** Coastlines at 1:50,000,000 are no more precise than this and leave out small islands. */
export const TOLERANCE_KM = 30;
const KM_PER_DEGREE = 111.2;

type Outline = Feature<Geometry, { name: string }>;

let outlines: Promise<Outline[]> | undefined;

function loadOutlines(): Promise<Outline[]> {
  outlines ??= import('world-atlas/countries-50m.json').then(
    ({ default: atlas }) => feature(atlas, atlas.objects.countries).features,
  );
  outlines.catch(() => {
    outlines = undefined;
  });
  return outlines;
}

/** Whether a point lies clearly outside a country; undefined if the atlas has no outline of the country. */
export async function isOutside(country: string, point: Coordinates): Promise<boolean | undefined> {
  const countryOutlines = (await loadOutlines()).filter(({ id, properties }) =>
    isOutlineOf(country, { id, name: properties.name }),
  );
  if (countryOutlines.length === 0) return undefined;
  const { longitude, latitude } = point;
  return !countryOutlines.some(
    (outline) => isNear(outline.geometry, point) || geoContains(outline, [longitude, latitude]),
  );
}

function isNear(geometry: Geometry, point: Coordinates): boolean {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return polygons
    .flat()
    .some((ring) => ring.some((end, index) => index > 0 && isSegmentNear(point, ring[index - 1], end)));
}

/** Measures on a plane tangent to the globe at the point: over 30 km the error is negligible. */
function isSegmentNear(point: Coordinates, from: Position | undefined, to: Position): boolean {
  if (!from) return false;
  const [x1, y1] = projectToPlane(point, from);
  const [x2, y2] = projectToPlane(point, to);
  if (Math.min(y1, y2) > TOLERANCE_KM || Math.max(y1, y2) < -TOLERANCE_KM) return false;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const fraction = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length));
  return Math.hypot(x1 + fraction * dx, y1 + fraction * dy) <= TOLERANCE_KM;
}

function projectToPlane(point: Coordinates, [longitude = 0, latitude = 0]: Position): [number, number] {
  const east = ((longitude - point.longitude + 540) % 360) - 180;
  return [
    east * KM_PER_DEGREE * Math.cos((point.latitude * Math.PI) / 180),
    (latitude - point.latitude) * KM_PER_DEGREE,
  ];
}

// ISO 3166-1 alpha-2 codes, each followed by the id of its outline in the atlas. The id is the country's numeric code, or
// the code of the country whose outline includes it (French overseas departments, Caribbean Netherlands, Svalbard).
const ATLAS_IDS_BY_COUNTRY = `
AD020 AE784 AF004 AG028 AI660 AL008 AM051 AO024 AQ010 AR032 AS016 AT040 AU036 AW533 AX248 AZ031 BA070 BB052
BD050 BE056 BF854 BG100 BH048 BI108 BJ204 BL652 BM060 BN096 BO068 BQ528 BR076 BS044 BT064 BW072 BY112 BZ084
CA124 CD180 CF140 CG178 CH756 CI384 CK184 CL152 CM120 CN156 CO170 CR188 CU192 CV132 CW531 CY196 CZ203 DE276
DJ262 DK208 DM212 DO214 DZ012 EC218 EE233 EG818 EH732 ER232 ES724 ET231 FI246 FJ242 FK238 FM583 FO234 FR250
GA266 GB826 GD308 GE268 GF250 GG831 GH288 GL304 GM270 GN324 GP250 GQ226 GR300 GS239 GT320 GU316 GW624 GY328
HK344 HM334 HN340 HR191 HT332 HU348 ID360 IE372 IL376 IM833 IN356 IO086 IQ368 IR364 IS352 IT380 JE832 JM388
JO400 JP392 KE404 KG417 KH116 KI296 KM174 KN659 KP408 KR410 KW414 KY136 KZ398 LA418 LB422 LC662 LI438 LK144
LR430 LS426 LT440 LU442 LV428 LY434 MA504 MC492 MD498 ME499 MF663 MG450 MH584 MK807 ML466 MM104 MN496 MO446
MP580 MQ250 MR478 MS500 MT470 MU480 MV462 MW454 MX484 MY458 MZ508 NA516 NC540 NE562 NF574 NG566 NI558 NL528
NO578 NP524 NR520 NU570 NZ554 OM512 PA591 PE604 PF258 PG598 PH608 PK586 PL616 PM666 PN612 PR630 PS275 PT620
PW585 PY600 QA634 RE250 RO642 RS688 RU643 RW646 SA682 SB090 SC690 SD729 SE752 SG702 SH654 SI705 SJ578 SK703
SL694 SM674 SN686 SO706 SR740 SS728 ST678 SV222 SX534 SY760 SZ748 TC796 TD148 TF260 TG768 TH764 TJ762 TL626
TM795 TN788 TO776 TR792 TT780 TW158 TZ834 UA804 UG800 US840 UY858 UZ860 VA336 VC670 VE862 VG092 VI850 VN704
VU548 WF876 WS882 YE887 YT250 ZA710 ZM894 ZW716`;

// outlines that are separate from their country and have no id in the atlas
const OUTLINE_NAMES: Record<string, string> = {
  CC: 'Indian Ocean Ter.',
  CX: 'Indian Ocean Ter.',
  CY: 'N. Cyprus',
  SO: 'Somaliland',
  XK: 'Kosovo',
};

const outlineIds = new Map(
  ATLAS_IDS_BY_COUNTRY.trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);

/** Whether an outline of the atlas is the country's or a part of it. */
const isOutlineOf = (country: string, outline: { id?: string | number | undefined; name: string }): boolean =>
  (outline.id !== undefined && outlineIds.get(country) === outline.id) || OUTLINE_NAMES[country] === outline.name;
