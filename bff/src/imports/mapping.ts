import { createHash } from 'node:crypto';
import { targetOf } from '#columns/targets.ts';
import type { Entity } from '#crud/model.ts';
import { type Database, fromJson } from '#database';
import { matchTargets } from './columns/match-targets.ts';
import { STATUS_TARGET } from './columns/read-status.ts';
import type { ImportOptions } from './stored-import.ts';

type Targets = ImportOptions['targets'];

const signatureOf = (columns: string[]) => createHash('sha256').update(JSON.stringify(columns)).digest('base64url');

/** Which targets columns of these names filled when a file like this was staged last, else those that their names stand for. */
export async function targetsFor(db: Database, entity: Entity, columns: string[]): Promise<Targets> {
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
  // statuses come along only where that is asked for each time
  const fields = targets.map((target) => (target === STATUS_TARGET ? null : target));
  const row = { entity: entity.key, signature: signatureOf(columns), targets: JSON.stringify(fields) };
  await db('import_mapping')
    .insert({ ...row, used_time: db.raw('NOW(3)') })
    .onConflict()
    .merge();
}
