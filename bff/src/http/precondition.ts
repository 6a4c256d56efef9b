import { Problem } from './problem.ts';

/** Throws `preconditionRequired` without a version, `versionConflict` with `current` where it is another than `version`. */
export function expectVersion(ifMatch: number | undefined, version: number, current: object): void {
  if (ifMatch === undefined) throw new Problem('preconditionRequired');
  if (ifMatch !== version) throw new Problem('versionConflict', { current });
}
