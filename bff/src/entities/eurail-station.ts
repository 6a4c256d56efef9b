import { defineEntity } from '#crud/entity.ts';
import type { FieldValues } from '#crud/model.ts';
import type { Database } from '#database';
import type { FieldProblem } from '#http/problem.ts';
import { findCityProblems, findPlaceWarnings, findTimeZoneProblems, normaliseTimeZone } from './place/place.ts';
import { findUicWarnings } from './place/uic.ts';

// no real hierarchy of stations is deeper
const MAX_DEPTH = 50;

/** Finds a circle of parents, as a station must not be its own ancestor. */
async function findCircleProblems(
  db: Database,
  parentId: number | undefined,
  id: number | undefined,
): Promise<FieldProblem[]> {
  const circleProblem: FieldProblem[] = [{ pointer: '/parent', rule: 'circle' }];
  let ancestorId = parentId;
  for (let depth = 0; ancestorId !== undefined && id !== undefined; depth++) {
    if (ancestorId === id || depth === MAX_DEPTH) return circleProblem;
    const row = await db('eurail_station').where('id', ancestorId).forShare().first('parent_id');
    ancestorId = row?.parent_id ?? undefined;
  }
  return [];
}

interface OperatorCode {
  operator: string;
  code: string;
}

function derive(fields: FieldValues): FieldValues {
  // the cast: the contract has validated the entries
  const operatorCodes = (fields.operatorCodes as OperatorCode[]).map(({ operator, code }) => ({
    operator: operator.toUpperCase(),
    code,
  }));
  return normaliseTimeZone({ ...fields, operatorCodes, code: fields.uicCode ?? fields.code });
}

export const eurailStation = defineEntity({
  key: 'eurail_station',
  singular: 'EurailStation',
  plural: 'EurailStations',
  warnings: (fields) => [...findUicWarnings(fields), ...findPlaceWarnings(fields)],
  derive,
  check: async (db, valuesToCheck) => {
    const cityProblems = await findCityProblems(db, valuesToCheck);
    const problems: FieldProblem[][] = [];
    for (const [at, { values, id }] of valuesToCheck.entries()) {
      const circleProblem = await findCircleProblems(db, values.refs['/parent'], id);
      problems.push([...findTimeZoneProblems(values.fields), ...(cityProblems[at] ?? []), ...circleProblem]);
    }
    return problems;
  },
});
