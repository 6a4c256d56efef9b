import lookUpZone from '@photostructure/tz-lookup';
import gcoord from 'gcoord';
import { mapYielding } from '#batch';
import { targetOf } from '#columns/targets.ts';
import { fieldOf } from '#crud/entity.ts';
import { normalise } from '#crud/fields.ts';
import type { Entity, Field, Fields } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { normaliseFields } from '#crud/prepare.ts';
import { fieldsOf, keyOf } from '#crud/rows.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { assignProblemColumns, mergeParsed, parseDraft } from '../columns/parse-draft.ts';
import type { Draft } from '../file-model.ts';
import type { Candidate, RowContext } from './candidate.ts';
import { prepareBodies } from './prepare-bodies.ts';
import { assignCountries, referenceTextsIn, resolveReferences } from './references.ts';
import { judgeStatus } from './status.ts';

/**
 * What these drafts would write, each held against the record that is there, the contract, the rules, and what it refers to; by as
 * few statements as one draft needs. The only place where cells become values: what is staged is what is applied.
 */
export async function buildCandidates(db: Database, context: RowContext, drafts: Draft[]): Promise<Candidate[]> {
  const { entity, resolver } = context;
  const all = await mapYielding(drafts, (draft) => parseCandidate(context, draft));
  const validCandidates = () => all.filter(({ problems }) => problems.length === 0);
  const withReferences = validCandidates().map((candidate) => ({
    candidate,
    references: referenceTextsIn(entity, candidate.parsed.body),
  }));
  await resolver.preload(
    db,
    withReferences.flatMap(({ references }) => references),
  );
  await mapYielding(withReferences, ({ candidate, references }) => {
    candidate.pendingReferences = resolveReferences(entity, candidate.draft, candidate.parsed, references, context);
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
  for (const candidate of all) {
    judgeStatus(context, candidate);
    assignProblemColumns(entity, candidate);
  }
  return all;
}

function parseCandidate({ entity }: RowContext, draft: Draft): Candidate {
  const parsed = parseDraft(entity, draft);
  const { refused } = draft;
  // what the source itself says of the row goes before what is wrong with its cells
  if (refused) parsed.problems = [{ column: refused.columns[0], pointer: undefined, rule: refused.rule }];
  return {
    draft,
    parsed,
    problems: parsed.problems,
    key: undefined,
    identity: {},
    current: undefined,
    values: undefined,
    pendingReferences: [],
    missing: [],
  };
}

async function findCurrent(db: Database, context: RowContext, candidates: Candidate[]): Promise<void> {
  const identified = candidates.filter(({ key }) => key !== undefined);
  const found = await context.findByKey(
    db,
    context.entity,
    identified.map(({ identity }) => identity),
  );
  for (const candidate of identified) candidate.current = found.get(candidate.key ?? '');
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
 * A place by WGS 84, six decimals. Outside China GCJ-02 is WGS 84, and BD-09 is only what Baidu adds to it; what is nowhere on
 * earth stays as it is.
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

/** The zone of the tz database at a place; undefined on the high seas, where no country's clock counts, and nowhere on earth. */
export function timeZoneAt(latitude: number, longitude: number): string | undefined {
  if (!isOnEarth({ latitude, longitude })) return undefined;
  const zone = lookUpZone(latitude, longitude);
  return zone.startsWith('Etc/') ? undefined : zone;
}

const hasCoordinates = (fields: Fields): fields is Fields & Coordinates =>
  typeof fields.latitude === 'number' && typeof fields.longitude === 'number';

const isFilled = (value: unknown) =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

/** Takes out of what a file gives that which only fills what is empty, where it is not. */
function dropFilled(entity: Entity, { draft, parsed }: Candidate, current: Fields): void {
  for (const key of draft.onlyIfEmpty ?? []) {
    const pointer = targetOf(entity, key)?.pointer;
    if (pointer === undefined || !isFilled(readAt(current, pointer))) continue;
    delete parsed.parts[pointer];
    delete parsed.body[key];
  }
}

/** All fields of the record as the row would have them. */
export function mergeFields({ entity, options }: RowContext, candidate: Candidate): Fields {
  const { parsed } = candidate;
  const current = candidate.current && fieldsOf(entity, candidate.current.record);
  const { body } = parsed;
  if (hasCoordinates(body)) Object.assign(body, toWgs84(options.coordinates, body.latitude, body.longitude));
  if (current) dropFilled(entity, candidate, current);
  const fields = mergeParsed(entity, current, parsed);
  if (options.timeZones && fieldOf(entity, 'timezone') && !fields.timezone && hasCoordinates(fields))
    fields.timezone = timeZoneAt(fields.latitude, fields.longitude) ?? null;
  return fields;
}

/** Finds out by what the record is known; what the contract asks for and is not there is a problem. */
function identify({ entity, actor }: RowContext, candidate: Candidate): void {
  const { body, problems } = candidate.parsed;
  const keyValues: Fields = {};
  for (const name of entity.keyFields) keyValues[name] = normalise(identifyingField(entity, name), body[name]);
  candidate.key = keyOf(entity, keyValues);
  candidate.identity = keyValues;
  if (candidate.key !== undefined) return;
  // a code may follow from another field; lists and objects may be of any form yet
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
  const found = fieldOf(entity, name);
  if (!found) throw new Error(`${entity.key} has no field “${name}” by which it could be known.`);
  return found;
}
