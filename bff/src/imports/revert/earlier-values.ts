import type { Entity, Fields, Values } from '#crud/model.ts';
import { collectReferences, lockByCode } from '#crud/reference-paths.ts';
import { type LoggedVersion, loggedVersions, type VersionOf } from '#crud/versions.ts';
import type { Transaction } from '#database';

/** What records held before these versions were written; undefined where the log does not say any more. */
export async function earlierValues(
  trx: Transaction,
  entity: Entity,
  versions: VersionOf[],
): Promise<(Values | undefined)[]> {
  const previous = ({ recordId, version }: VersionOf) => ({ recordId, version: version - 1 });
  const loggedAt = await loggedVersions(
    trx,
    entity,
    versions.flatMap((version) => [version, previous(version)]),
  );
  const bare = versions.flatMap((version) => (loggedAt(previous(version)) ? [] : beforeOf(loggedAt(version))));
  const ids = await lockByCode(
    trx,
    bare.flatMap((fields) => collectReferences(entity, fields)),
  );
  return versions.map((version) => {
    const known = loggedAt(previous(version));
    if (known) return known.after;
    // the log keeps ids beside the codes of what was written only: of an older version there are codes
    const [fields] = beforeOf(loggedAt(version));
    return fields && { fields, refs: refsOf(entity, fields, ids) };
  });
}

const beforeOf = (logged: LoggedVersion | undefined): Fields[] => (logged?.before ? [logged.before] : []);

/** A code that stands for nothing has an id that nothing has, so that it is told to be gone. */
const refsOf = (entity: Entity, fields: Fields, ids: Map<string, number>): Values['refs'] =>
  Object.fromEntries(
    collectReferences(entity, fields).map(({ pointer, kind, code }) => [pointer, ids.get(`${kind} ${code}`) ?? 0]),
  );
