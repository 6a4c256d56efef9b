import { takenColumn } from '#database';
import { Problem } from '#http/problem.ts';
import { type Entity, fieldOf } from './entity.ts';

const camel = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The database's own message tells the field that is taken. */
export function asDuplicateCode(entity: Entity, error: unknown): unknown {
  const column = takenColumn(error);
  if (!column) return error;
  const parameters = { entity: entity.label };
  const name = camel(column);
  const key = fieldOf(entity, name)?.searched.length ? 'duplicateCode' : 'duplicateRecord';
  return new Problem(key, { parameters, fields: [{ pointer: `/${name}`, rule: key, parameters }] });
}

/** The write, its duplicate key told as the problem of a field. */
export async function guarded<T>(entity: Entity, write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw asDuplicateCode(entity, error);
  }
}
