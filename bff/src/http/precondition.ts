import { invalid, Problem } from './problem.ts';

/** The value of `If-Match`: a version, `*` for any version, or undefined without the header. */
export type IfMatch = number | '*' | undefined;

interface Versioned {
  version: number;
}

/** Returns the record. @throws Problem `versionConflict` with the record if `If-Match` names another version */
export function expectVersionIfGiven<T extends Versioned>(ifMatch: IfMatch, current: T): T {
  if (typeof ifMatch === 'number' && ifMatch !== current.version) throw new Problem('versionConflict', { current });
  return current;
}

/** Returns the record like `expectVersionIfGiven`. @throws Problem `preconditionRequired` without `If-Match` */
export function expectVersion<T extends Versioned>(ifMatch: IfMatch, current: T): T {
  if (ifMatch === undefined) throw new Problem('preconditionRequired');
  return expectVersionIfGiven(ifMatch, current);
}

/** @throws Problem `versionToDecide` for `*`, as reviewers must name the version that they have read */
export function expectSpecificVersion(ifMatch: IfMatch): void {
  if (ifMatch === '*') throw invalid({ pointer: '/header/If-Match', rule: 'versionToDecide' });
}
