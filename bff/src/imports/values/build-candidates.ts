import lookUpZone from '@photostructure/tz-lookup';
import gcoord from 'gcoord';
import { mapYielding } from '#batch';
import { targetOf } from '#columns/targets.ts';
import { fieldOf } from '#crud/entity.ts';
import { normalise } from '#crud/fields.ts';
import type { Entity, Field, FieldValues } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { normaliseFields } from '#crud/prepare.ts';
import { fieldsOf, keyOf } from '#crud/rows.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { assignProblemColumns, mergeParsedRecord, parseRawRecord } from '../columns/parse-raw-record.ts';
import type { RawRecord } from '../file-model.ts';
import type { Candidate, RowContext } from './candidate.ts';
import { evaluateStatus, prepareBodies } from './prepare-bodies.ts';
import { assignCountries, referenceTextsIn, resolveReferences } from './references.ts';

/**
 * Turns raw records into values and checks them against existing records, the contract, the rules and referenced records, with as few
 * statements as a single raw record needs. Staging and applying both use it, so that they get the same values.
 */
export async function buildCandidates(
  db: Database,
  context: RowContext,
  rawRecords: RawRecord[],
): Promise<Candidate[]> {
  const { entity, resolver } = context;
  const candidates = await mapYielding(rawRecords, (rawRecord) => parseCandidate(context, rawRecord));
  const validCandidates = () => candidates.filter(({ problems }) => problems.length === 0);
  const withReferences = validCandidates().map((candidate) => ({
    candidate,
    references: referenceTextsIn(entity, candidate.parsed.body),
  }));
  await resolver.preload(
    db,
    withReferences.flatMap(({ references }) => references),
  );
  await mapYielding(withReferences, ({ candidate, references }) => {
    candidate.pendingReferences = resolveReferences(entity, candidate.rawRecord, candidate.parsed, references, context);
    identify(context, candidate);
  });
  await findCurrent(db, context, validCandidates());
  const bodies = await mapYielding(validCandidates(), (candidate) => {
    const body = mergeFields(context, candidate);
    assignCountries(context, candidate, body);
    return { candidate, body };
  });
  await prepareBodies(
    db,
    context,
    bodies.filter(({ candidate }) => candidate.problems.length === 0),
  );
  for (const candidate of candidates) {
    evaluateStatus(context, candidate);
    assignProblemColumns(entity, candidate);
  }
  return candidates;
}

function parseCandidate({ entity }: RowContext, rawRecord: RawRecord): Candidate {
  const parsed = parseRawRecord(entity, rawRecord);
  const { refused } = rawRecord;
  // a refusal by the source itself replaces the problems of single cells
  if (refused) parsed.problems = [{ column: refused.columns[0], pointer: undefined, rule: refused.rule }];
  return {
    rawRecord,
    parsed,
    problems: parsed.problems,
    key: undefined,
    identity: {},
    current: undefined,
    values: undefined,
    pendingReferences: [],
    missingForApproval: [],
  };
}

async function findCurrent(db: Database, context: RowContext, candidates: Candidate[]): Promise<void> {
  const identified = candidates.filter(({ key }) => key !== undefined);
  const records = await context.findByKey(
    db,
    context.entity,
    identified.map(({ identity }) => identity),
  );
  for (const candidate of identified) candidate.current = records.get(candidate.key ?? '');
}

/** Degrees north and east. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

const COORDINATE_SYSTEMS = { wgs84: gcoord.WGS84, gcj02: gcoord.GCJ02, bd09: gcoord.BD09 } as const;
const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
const isOnEarth = ({ latitude, longitude }: Coordinates) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/**
 * Converts coordinates to WGS 84 with six decimals. Outside China GCJ-02 equals WGS 84, and BD-09 only adds the offset of Baidu. Invalid
 * coordinates stay as they are.
 */
export function toWgs84(
  system: Schemas['ImportOptions']['coordinates'],
  latitude: number,
  longitude: number,
): Coordinates {
  if (system === 'wgs84' || !isOnEarth({ latitude, longitude })) return { latitude, longitude };
  const [east, north] = gcoord.transform([longitude, latitude], COORDINATE_SYSTEMS[system], gcoord.WGS84);
  return { latitude: roundDegrees(north), longitude: roundDegrees(east) };
}

/** Returns the zone of the tz database at a place; undefined on the high seas and for invalid coordinates. */
export function timeZoneAt(latitude: number, longitude: number): string | undefined {
  if (!isOnEarth({ latitude, longitude })) return undefined;
  const zone = lookUpZone(latitude, longitude);
  return zone.startsWith('Etc/') ? undefined : zone;
}

const hasCoordinates = (fields: FieldValues): fields is FieldValues & Coordinates =>
  typeof fields.latitude === 'number' && typeof fields.longitude === 'number';

const isFilled = (value: unknown) =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

/** Drops the values that may only fill empty fields if those are not empty. */
function dropValuesForFilledFields(entity: Entity, { rawRecord, parsed }: Candidate, current: FieldValues): void {
  for (const key of rawRecord.onlyIfEmpty ?? []) {
    const pointer = targetOf(entity, key)?.pointer;
    if (pointer === undefined || !isFilled(readAt(current, pointer))) continue;
    delete parsed.parts[pointer];
    delete parsed.body[key];
  }
}

/** Computes all fields of the record as the row would write them. */
export function mergeFields({ entity, options }: RowContext, candidate: Candidate): FieldValues {
  const { parsed } = candidate;
  const current = candidate.current && fieldsOf(entity, candidate.current.record);
  const { body } = parsed;
  if (hasCoordinates(body)) Object.assign(body, toWgs84(options.coordinates, body.latitude, body.longitude));
  if (current) dropValuesForFilledFields(entity, candidate, current);
  const fields = mergeParsedRecord(entity, current, parsed);
  if (options.timeZones && fieldOf(entity, 'timezone') && !fields.timezone && hasCoordinates(fields))
    fields.timezone = timeZoneAt(fields.latitude, fields.longitude) ?? null;
  return fields;
}

/** Determines the key of a candidate; a missing key is a problem. */
function identify({ entity, actor }: RowContext, candidate: Candidate): void {
  const { body, problems } = candidate.parsed;
  const keyValues: FieldValues = {};
  for (const name of entity.keyFields) keyValues[name] = normalise(identifyingField(entity, name), body[name]);
  candidate.key = keyOf(entity, keyValues);
  candidate.identity = keyValues;
  if (candidate.key !== undefined) return;
  // a code may be derived from another field; lists and objects are not validated yet
  const plainFields = entity.fields.filter(({ kind }) => kind !== 'list' && kind !== 'object');
  const derived = normaliseFields(entity, Object.fromEntries(plainFields.map(({ name }) => [name, body[name]])), {
    actor,
  });
  for (const name of entity.keyFields) keyValues[name] = derived[name] ?? null;
  candidate.key = keyOf(entity, keyValues);
  if (candidate.key === undefined)
    problems.push({ column: undefined, pointer: `/${entity.keyFields.at(-1)}`, rule: 'required' });
}

function identifyingField(entity: Entity, name: string): Field {
  const field = fieldOf(entity, name);
  if (!field) throw new Error(`The key field “${name}” of ${entity.key} does not exist.`);
  return field;
}
