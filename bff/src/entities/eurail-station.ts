import { defineEntity } from '#crud/entity.ts';
import type { Fields } from '#crud/model.ts';
import type { Database } from '#database';
import type { FieldProblem } from '#http/problem.ts';
import { findCityProblems, findPlaceWarnings, findZoneProblems, normaliseZone } from './place/place.ts';
import { findUicWarnings } from './place/uic.ts';

// no station lies deeper than this below another
const MAX_DEPTH = 50;

/** A station may not be its own parent, nor that of any station above it. */
async function findCircleProblems(
  db: Database,
  parent: number | undefined,
  id: number | undefined,
): Promise<FieldProblem[]> {
  const circle: FieldProblem[] = [{ pointer: '/parent', rule: 'circle' }];
  let above = parent;
  for (let depth = 0; above !== undefined && id !== undefined; depth++) {
    if (above === id || depth === MAX_DEPTH) return circle;
    const row = await db('eurail_station').where('id', above).forShare().first('parent_id');
    above = row?.parent_id ?? undefined;
  }
  return [];
}

interface OperatorCode {
  operator: string;
  code: string;
}

function derive(fields: Fields): Fields {
  // the contract has checked the entries
  const operatorCodes = (fields.operatorCodes as OperatorCode[]).map(({ operator, code }) => ({
    operator: operator.toUpperCase(),
    code,
  }));
  return normaliseZone({ ...fields, operatorCodes, code: fields.uicCode ?? fields.code });
}

export const eurailStation = defineEntity({
  key: 'eurail_station',
  singular: 'EurailStation',
  plural: 'EurailStations',
  warnings: (fields) => [...findUicWarnings(fields), ...findPlaceWarnings(fields)],
  derive,
  check: async (db, all) => {
    const cities = await findCityProblems(db, all);
    const found: FieldProblem[][] = [];
    for (const [at, { values, id }] of all.entries()) {
      const circle = await findCircleProblems(db, values.refs['/parent'], id);
      found.push([...findZoneProblems(values.fields), ...(cities[at] ?? []), ...circle]);
    }
    return found;
  },
});
