import { type Row, toIsoTime } from './database.ts';
import { toWarningsJson } from './warnings.ts';

/** The columns of airports in responses. The joins have one parameter, which is the caller's id. */
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

const toJsonText = (value: string | null) => (value === null ? 'null' : JSON.stringify(value));

/** Returns an airport as JSON. */
export function toRecordJson(row: Row): string {
  const latitude = row.latitude === null ? null : Number(row.latitude);
  const longitude = row.longitude === null ? null : Number(row.longitude);
  return (
    `{"code":${toJsonText(row.code)},"name":${toJsonText(row.name)},"country":${toJsonText(row.country)},` +
    `"city":${toJsonText(row.city)},"continent":${toJsonText(row.continent)},"icaoCode":${toJsonText(row.icao_code)},` +
    `"latitude":${latitude},"longitude":${longitude},"timezone":${toJsonText(row.timezone)},"pinyin":${toJsonText(row.pinyin)},` +
    `"locales":${row.locales},"id":${row.id},"status":"${row.status}","version":${row.version},` +
    `"createTime":"${toIsoTime(row.create_time)}","updateTime":"${toIsoTime(row.update_time)}",` +
    `"createdBy":${toJsonText(row.created_by)},"updatedBy":${toJsonText(row.updated_by)},` +
    `"warnings":${toWarningsJson(row.country, latitude, longitude, row.timezone)}}`
  );
}

/** Returns the labels of countries and cities by code as JSON. */
export const toLabelsJson = (rows: Row[]): string =>
  `{"country":${toEntityLabelsJson(rows, 'country')},"city":${toEntityLabelsJson(rows, 'city')}}`;

function toEntityLabelsJson(rows: Row[], entity: string): string {
  const labelsByCode = new Map<string, string>();
  for (const row of rows) {
    const code: string | null = row[entity];
    if (code !== null && !labelsByCode.has(code))
      labelsByCode.set(code, toLabelJson(row[`${entity}_name`], JSON.parse(row[`${entity}_locales`])));
  }
  return `{${[...labelsByCode].map(([code, label]) => `${JSON.stringify(code)}:${label}`).join()}}`;
}

function toLabelJson(name: string, locales: Record<string, { name?: string }>): string {
  const [chinese, english] = [locales['zh-CN']?.name, locales.en?.name];
  return JSON.stringify({ name, ...(chinese ? { 'zh-CN': chinese } : {}), ...(english ? { en: english } : {}) });
}

/** Returns the open proposals as JSON. */
export const toProposalsJson = (rows: Row[]): string =>
  JSON.stringify(
    rows.flatMap(({ id, proposed, proposer, proposed_time }) =>
      proposed ? [{ id, action: proposed, by: proposer, time: toIsoTime(proposed_time) }] : [],
    ),
  );
