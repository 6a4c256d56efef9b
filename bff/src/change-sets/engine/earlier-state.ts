import { type LoggedVersion, readLoggedVersions, type VersionOf } from '#crud/history/versions.ts';
import { mergeRecord, withPartners } from '#crud/merge.ts';
import type { Entity, EntityRecord, FieldValues, Refs, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { collectReferences, readIdsByCode } from '#crud/references/reference-paths.ts';
import { hasBeenApproved } from '#crud/review/second-person.ts';
import { createCodeHydrator, fieldsOf } from '#crud/rows.ts';
import type { Database } from '#database';

/** What a record gets back in a revert. */
export interface EarlierState {
  /** The record as it is now, with the fields that go back. */
  values: ResolvedValues;
  /** The record before the release. */
  former: ResolvedValues;
  /** Fields that the release changed and that stay, as somebody has changed them since, or a field that makes sense only together with them. */
  keptPointers: string[];
  /** Fields that go back although somebody has changed them since. */
  overwrittenPointers: string[];
}

/** A record, and the version that the release wrote of it. */
interface ReleasedVersion extends VersionOf {
  current: StoredRecord;
  /** Pointers to fields that go back even where somebody has changed them since. */
  overwrites?: readonly string[] | undefined;
}

/** Reads what records get back field by field, by id; without those whose versions the log no longer has. */
export async function readEarlierStates(
  db: Database,
  entity: Entity,
  versions: ReleasedVersion[],
): Promise<Map<number, EarlierState>> {
  const earlier = await readEarlierValues(db, entity, versions);
  const loggedAt = await readLoggedVersions(db, entity, versions);
  const all = versions.flatMap((version, at) => {
    const [before, logged] = [earlier[at], loggedAt(version)];
    return before && logged ? [{ version, before, released: logged.after }] : [];
  });
  const states = all.flatMap(({ before, released }) => [before, released]);
  const withCodes = await createCodeHydrator(db, entity, states);
  return new Map(
    all.map(({ version, before, released }) => [
      version.recordId,
      mergeBack(entity, withCodes(released), withCodes(before), version),
    ]),
  );
}

/** Undoes a release field by field, except for fields that somebody has changed since and that the version does not overwrite. */
function mergeBack(
  entity: Entity,
  released: ResolvedValues,
  before: ResolvedValues,
  { current, overwrites = [] }: ReleasedVersion,
): EarlierState {
  const live = fieldsOf(entity, current.record);
  const chosen = new Set(withPartners(entity, overwrites));
  const isOverwritten = (pointer: string) => chosen.has(pointer);
  const sides = { base: released.fields, after: before.fields, current: live };
  const { fields, conflicts } = mergeRecord(entity, sides, isOverwritten);
  const changedSince = new Set(conflicts);
  const refs: Refs = {};
  const isSame = (name: string, a: FieldValues, b: FieldValues) => JSON.stringify(a[name]) === JSON.stringify(b[name]);
  for (const { pointer } of collectReferences(entity, fields)) {
    const name = pointer.split('/')[1] ?? '';
    // an unchanged code may mean another record, as codes change hands within a set
    const isReleased = !isSame(name, before.fields, released.fields) || before.refs[pointer] !== released.refs[pointer];
    const isUnchanged = isSame(name, live, released.fields) && current.refs[pointer] === released.refs[pointer];
    if (isReleased && !isUnchanged && current.refs[pointer] !== before.refs[pointer]) changedSince.add(`/${name}`);
    const goesBack = isOverwritten(`/${name}`) || (isReleased && isUnchanged);
    const id = (goesBack ? before.refs : current.refs)[pointer];
    if (id !== undefined) refs[pointer] = id;
  }
  const staying = withPartners(entity, [...changedSince]).filter(
    (pointer) => changedSince.has(pointer) || readAt(live, pointer) !== readAt(before.fields, pointer),
  );
  return {
    values: { fields, refs },
    former: before,
    keptPointers: staying.filter((pointer) => !isOverwritten(pointer)),
    overwrittenPointers: staying.filter(isOverwritten),
  };
}

/** What a release did to the status of a record. */
export interface StatusChange {
  /** The status before the release; undefined where the log does not have it. */
  former: EntityRecord['status'] | undefined;
  /** Whether the release changed it, and it goes back. */
  goesBack: boolean;
  /** Whether the release changed it, and somebody has changed it to yet another one since. */
  isChangedSince: boolean;
}

export function compareStatus(current: StoredRecord, logged: LoggedVersion | undefined): StatusChange {
  const { before, after } = logged?.status ?? {};
  const { status } = current.record;
  const isReleased = before !== after;
  return {
    former: before ?? undefined,
    goesBack: isReleased && status === after,
    isChangedSince: isReleased && status !== after && status !== before,
  };
}

/** Whether a record that has been approved would get values back that it had before its approval. */
export const wouldSkipReview = ({ record }: StoredRecord, { former, goesBack }: StatusChange): boolean =>
  hasBeenApproved(goesBack && former ? { status: former } : record) && !(former && hasBeenApproved({ status: former }));

/** Reads the records' values before these versions; undefined if the log no longer has them. */
export async function readEarlierValues(
  db: Database,
  entity: Entity,
  versions: VersionOf[],
): Promise<(ResolvedValues | undefined)[]> {
  const previous = ({ recordId, version }: VersionOf) => ({ recordId, version: version - 1 });
  const loggedAt = await readLoggedVersions(
    db,
    entity,
    versions.flatMap((version) => [version, previous(version)]),
  );
  const fieldsWithoutIds = versions.flatMap((version) =>
    loggedAt(previous(version)) ? [] : loggedBefore(loggedAt(version)),
  );
  const ids = await readIdsByCode(
    db,
    fieldsWithoutIds.flatMap((fields) => collectReferences(entity, fields)),
  );
  return versions.map((version) => {
    const logged = loggedAt(previous(version));
    if (logged) return logged.after;
    // an older version has only codes: the log keeps ids for the written state alone
    const [fields] = loggedBefore(loggedAt(version));
    return fields && { fields, refs: refsOf(entity, fields, ids) };
  });
}

const loggedBefore = (logged: LoggedVersion | undefined): FieldValues[] => (logged?.before ? [logged.before] : []);

/** An unknown code gets the id 0, which no record has, so that the reference is reported as missing. */
const refsOf = (entity: Entity, fields: FieldValues, ids: Map<string, number>): ResolvedValues['refs'] =>
  Object.fromEntries(
    collectReferences(entity, fields).map(({ pointer, entityKey, code }) => [
      pointer,
      ids.get(`${entityKey} ${code}`) ?? 0,
    ]),
  );
