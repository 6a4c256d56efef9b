import { createContext, use } from 'react';
import type { PermissionName } from '#access/common/permission.ts';
import type { Difference, Held, Reach } from './matrix.ts';

/** What the boxes of one role's permissions share. */
export interface Matrix {
  held: Held;
  /** Against what the role holds on the server. */
  changes: Difference;
  reach: Reach;
  /** Why nothing of it can be changed. */
  locked: string | undefined;
  put: (names: readonly PermissionName[], on: boolean) => void;
  toggleAll: (names: readonly PermissionName[]) => void;
}

export const MatrixContext = createContext<Matrix | null>(null);

export function useMatrix(): Matrix {
  const matrix = use(MatrixContext);
  if (!matrix) throw new Error('A permission stands outside of a role’s form.');
  return matrix;
}
