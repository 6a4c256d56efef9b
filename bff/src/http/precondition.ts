import { invalid, Problem } from './problem.ts';

/** What `If-Match` names: a version, `*` for whichever there is, or undefined where the header is absent. */
export type IfMatch = number | '*' | undefined;

interface Versioned {
  version: number;
}

/** Returns the record; throws `versionConflict` with it where `If-Match` names another version. */
export function expectVersionIfNamed<T extends Versioned>(ifMatch: IfMatch, current: T): T {
  if (typeof ifMatch === 'number' && ifMatch !== current.version) throw new Problem('versionConflict', { current });
  return current;
}

/** The same; throws `preconditionRequired` where no version is named. */
export function expectVersion<T extends Versioned>(ifMatch: IfMatch, current: T): T {
  if (ifMatch === undefined) throw new Problem('preconditionRequired');
  return expectVersionIfNamed(ifMatch, current);
}

/** Throws `versionToDecide` on `*`: whoever approves or rejects must name the version that they have read. */
export function expectConcreteVersion(ifMatch: IfMatch): void {
  if (ifMatch === '*') throw invalid({ pointer: '/header/If-Match', rule: 'versionToDecide' });
}
