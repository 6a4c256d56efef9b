import { createHash } from 'node:crypto';
import { targetOf } from '#columns/targets.ts';
import type { Entity } from '#crud/model.ts';
import { normaliseFields } from '#crud/prepare.ts';
import { keyOf } from '#crud/rows.ts';
import { type Database, fromJson } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { type FieldProblem, invalid } from '#http/problem.ts';
import { matchTargets } from './columns/match-targets.ts';
import { STATUS_TARGET } from './columns/parse-raw-record.ts';
import { FileFault } from './file-model.ts';
import { presetOf } from './presets/index.ts';
import type { ReadOptions } from './presets/preset.ts';
import type { ImportOptions } from './stored-import.ts';

/** Picks the options for reading the file from an import's options. */
export const toReadOptions = (entity: EntityKey, options: ImportOptions): ReadOptions => ({
  format: options.format,
  encoding: options.encoding,
  separator: options.separator,
  header: options.header,
  ...(options.quotes !== undefined && { quotes: options.quotes }),
  preset: presetOf(entity, options),
});

/** The default options for a file. A preset is a public data set, which contains places and refers to records that may not exist here. */
export const defaultOptions = ({ preset, ...readOptions }: ReadOptions): Omit<ImportOptions, 'targets'> => ({
  ...readOptions,
  preset: preset?.key ?? null,
  coordinates: 'wgs84',
  missingReferences: preset ? 'leave' : 'refuse',
  timeZones: preset !== undefined,
});

/** @throws Problem 422 for an unknown preset or target, and for a target that is used twice */
export function assertOptions(entity: Entity, { preset, targets }: ImportOptions): void {
  const problems: FieldProblem[] = [];
  if (preset !== null && !presetOf(entity.key, { preset })) problems.push({ pointer: '/options/preset', rule: 'enum' });
  for (const [index, target] of targets.entries()) {
    const pointer = `/options/targets/${index}`;
    if (target === null) continue;
    if (target !== STATUS_TARGET && !targetOf(entity, target)) problems.push({ pointer, rule: 'enum' });
    else if (targets.indexOf(target) < index) problems.push({ pointer, rule: 'uniqueItems' });
  }
  if (problems.length > 0) throw invalid(...problems);
}

/** @throws FileFault `noKey` if no column identifies the record of a row */
export function assertKeyColumn(entity: Entity, { preset, targets }: ImportOptions): void {
  if (preset !== null) return;
  const { keyFields } = entity;
  const mappedTargets = new Set(targets);
  const missingName = keyFields.find((name) => targetOf(entity, name)?.required && !mappedTargets.has(name));
  if (!missingName && (keyFields.some((name) => mappedTargets.has(name)) || canDeriveKey(entity, mappedTargets)))
    return;
  throw new FileFault('noKey', { detail: missingName ?? keyFields.at(-1) ?? '' });
}

/** Whether the mapped fields suffice to derive a record's code. */
function canDeriveKey(entity: Entity, mappedTargets: ReadonlySet<string | null>): boolean {
  const texts = entity.fields.filter(({ name, kind }) => kind === 'text' && mappedTargets.has(name));
  const sampleFields = Object.fromEntries(texts.map(({ name }) => [name, 'X']));
  return keyOf(entity, normaliseFields(entity, sampleFields, { actor: { id: null, username: '' } })) !== undefined;
}

type Targets = ImportOptions['targets'];

const signatureOf = (columns: string[]) => createHash('sha256').update(JSON.stringify(columns)).digest('base64url');

/** Returns the targets that were used when a file with these columns was last staged, or else those that match the column names. */
export async function suggestTargets(db: Database, entity: Entity, columns: string[]): Promise<Targets> {
  const key = { entity: entity.key, signature: signatureOf(columns) };
  const row = await db('import_mapping').where(key).first('targets');
  const remembered: Targets | undefined = row && fromJson<Targets>(row.targets);
  // the contract may have changed since
  return remembered?.every((target) => target === null || targetOf(entity, target))
    ? remembered
    : matchTargets(entity, columns);
}

export async function rememberTargets(
  db: Database,
  entity: Entity,
  columns: string[],
  { preset, targets }: ImportOptions,
): Promise<void> {
  if (preset !== null) return;
  // a column of statuses has to be mapped anew for each import
  const fields = targets.map((target) => (target === STATUS_TARGET ? null : target));
  const row = { entity: entity.key, signature: signatureOf(columns), targets: JSON.stringify(fields) };
  await db('import_mapping')
    .insert({ ...row, used_time: db.raw('NOW(3)') })
    .onConflict()
    .merge();
}
