import { iso, type Row } from './database.ts';
import { toWarningsJson } from './warnings.ts';

/** The columns of airports that responses show. The joins take one value, the caller's id. */
export const airportColumns = `
  airport.id, airport.code, airport.name, airport.continent, airport.icao_code, airport.latitude, airport.longitude,
  airport.timezone, airport.pinyin, airport.locales, airport.status, airport.version, airport.create_time,
  airport.update_time, airport.created_by, airport.updated_by, country.code AS country, country.name AS country_name,
  country.locales AS country_locales, city.code AS city, city.name AS city_name, city.locales AS city_locales,
  proposal.action AS proposed, proposal.author AS proposer, proposal.time AS proposed_time, writer.user_id AS writer`;
export const airportJoins = `
  LEFT JOIN country ON country.id = airport.country_id LEFT JOIN city ON city.id = airport.city_id
  LEFT JOIN proposal ON proposal.entity = 'airport' AND proposal.record_id = airport.id AND proposal.open = 1
  LEFT JOIN review_writer AS writer ON writer.entity = 'airport' AND writer.record_id = airport.id AND writer.user_id = ?`;

const text = (value: string | null) => (value === null ? 'null' : JSON.stringify(value));

/** An airport as JSON. */
export function toRecordJson(row: Row): string {
  const latitude = row.latitude === null ? null : Number(row.latitude);
  const longitude = row.longitude === null ? null : Number(row.longitude);
  return (
    `{"code":${text(row.code)},"name":${text(row.name)},"country":${text(row.country)},` +
    `"city":${text(row.city)},"continent":${text(row.continent)},"icaoCode":${text(row.icao_code)},` +
    `"latitude":${latitude},"longitude":${longitude},"timezone":${text(row.timezone)},"pinyin":${text(row.pinyin)},` +
    `"locales":${row.locales},"id":${row.id},"status":"${row.status}","version":${row.version},` +
    `"createTime":"${iso(row.create_time)}","updateTime":"${iso(row.update_time)}",` +
    `"createdBy":${text(row.created_by)},"updatedBy":${text(row.updated_by)},` +
    `"warnings":${toWarningsJson(row.country, latitude, longitude, row.timezone)}}`
  );
}

/** The labels of countries and cities by code, as JSON. */
export const toLabelsJson = (rows: Row[]): string =>
  `{"country":${labels(rows, 'country')},"city":${labels(rows, 'city')}}`;

function labels(rows: Row[], kind: string): string {
  const labelsByCode = new Map<string, string>();
  for (const row of rows) {
    const code: string | null = row[kind];
    if (code !== null && !labelsByCode.has(code))
      labelsByCode.set(code, toLabelJson(row[`${kind}_name`], JSON.parse(row[`${kind}_locales`])));
  }
  return `{${[...labelsByCode].map(([code, label]) => `${JSON.stringify(code)}:${label}`).join()}}`;
}

function toLabelJson(name: string, locales: Record<string, { name?: string }>): string {
  const [chinese, english] = [locales['zh-CN']?.name, locales.en?.name];
  return JSON.stringify({ name, ...(chinese ? { 'zh-CN': chinese } : {}), ...(english ? { en: english } : {}) });
}

/** The open proposals as JSON. */
export const toProposalsJson = (rows: Row[]): string =>
  JSON.stringify(
    rows.flatMap(({ id, proposed, proposer, proposed_time }) =>
      proposed ? [{ id, action: proposed, by: proposer, time: iso(proposed_time) }] : [],
    ),
  );
