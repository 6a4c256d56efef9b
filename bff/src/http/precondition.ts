import { invalid, Problem } from './problem.ts';

/** What `If-Match` names: a version, `*` for whichever there is, or undefined where the header is absent. */
export type IfMatch = number | '*' | undefined;

/** Throws `versionConflict` with `current` where a version is named that is not `version`. */
export function expectVersionIfNamed(ifMatch: IfMatch, version: number, current: object): void {
  if (typeof ifMatch === 'number' && ifMatch !== version) throw new Problem('versionConflict', { current });
}

/** The same; throws `preconditionRequired` where nothing is named. */
export function expectVersion(ifMatch: IfMatch, version: number, current: object): void {
  if (ifMatch === undefined) throw new Problem('preconditionRequired');
  expectVersionIfNamed(ifMatch, version, current);
}

/** For whoever approves or rejects: throws `versionToDecide` on `*`, as it does not say what they have read. */
export function expectConcreteVersion(ifMatch: IfMatch): void {
  if (ifMatch === '*') throw invalid({ pointer: '/header/If-Match', rule: 'versionToDecide' });
}
