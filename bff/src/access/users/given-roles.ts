import { beyond, holdingsOfRoles } from '#access/reach.ts';
import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';

/**
 * The ids of the roles of these names. Throws `unknownRole` at each that there is none of, and `beyondReach` at each that
 * the user has not had and that gives more than the caller holds.
 */
export async function givenRoles(db: Database, caller: Caller, names: string[], had: string[] = []): Promise<number[]> {
  const rows: { id: number; name: string }[] = await db('role').whereIn('name', names).select('id', 'name');
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const unknown = pointersOf(names, (name) => !ids.has(name));
  if (unknown.length > 0) throw invalid(...unknown.map((pointer): FieldProblem => ({ pointer, rule: 'unknownRole' })));
  await expectMayGive(db, caller, names, new Map([...ids].filter(([name]) => !had.includes(name))));
  return [...ids.values()];
}

async function expectMayGive(db: Database, caller: Caller, names: string[], added: Map<string, number>): Promise<void> {
  const holdings = await holdingsOfRoles(db, [...added.values()]);
  const lacking = new Map(
    [...added].flatMap(([name, id]) => {
      const holding = holdings.get(id);
      const lack = holding && beyond(caller, holding);
      return lack ? [[name, lack] as const] : [];
    }),
  );
  const [first] = lacking.values();
  if (!first) return;
  const fields = pointersOf(names, (name) => lacking.has(name)).map(
    (pointer): FieldProblem => ({ pointer, rule: 'notHeld' }),
  );
  throw new Problem('beyondReach', { ...first, fields });
}

const pointersOf = (names: string[], concerned: (name: string) => boolean): string[] =>
  names.flatMap((name, index) => (concerned(name) ? [`/roles/${index}`] : []));
