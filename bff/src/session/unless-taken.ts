import { takenColumn } from '#database';
import { invalid } from '#http/problem.ts';

/** The write of a user or a role, with a name or an address that another has told as `taken` at its field. */
export async function unlessTaken<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const column = takenColumn(error);
    throw column ? invalid({ pointer: `/${column}`, rule: 'taken' }) : error;
  }
}
