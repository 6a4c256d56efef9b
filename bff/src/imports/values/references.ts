import { targetOf } from '#columns/targets.ts';
import { entityByKey, fieldOf } from '#crud/entity.ts';
import type { Entity, Fields } from '#crud/model.ts';
import { writeAt } from '#crud/pointers.ts';
import { collectReferences, referenceFields } from '#crud/reference-paths.ts';
import type { Rule } from '#http/contract.ts';
import type { CellProblem, Parsed } from '../columns/parse-draft.ts';
import type { Draft } from '../file-model.ts';
import type { Candidate, PendingReference, RowContext } from './candidate.ts';
import { bodyErrors } from './prepare-bodies.ts';
import type { ReferenceText } from './reference-resolver.ts';

/** A text that stands for another record, and where. */
type LocatedText = ReferenceText & { pointer: string };

const isEntry = (entry: unknown) => typeof entry === 'string' || (typeof entry === 'object' && entry !== null);
const isReferenceList = (value: unknown) => !Array.isArray(value) || value.every(isEntry);

/** The texts that stand for other records; what is no reference at all is left to the schema. */
export function referenceTextsIn(entity: Entity, body: Fields): LocatedText[] {
  const references: Fields = {};
  for (const { name } of referenceFields(entity)) if (isReferenceList(body[name])) references[name] = body[name];
  const country = typeof body.country === 'string' ? body.country.toUpperCase() : undefined;
  return collectReferences(entity, references).map(({ pointer, kind, code }) => ({
    ...{ pointer, kind, text: code },
    country: pointer === '/country' ? undefined : country,
  }));
}

type ResolveContext = Pick<RowContext, 'crud' | 'options' | 'resolver' | 'mayBeInFile'>;

/**
 * Puts the codes of what the texts stand for into what a file gives; what is not there is a problem, left out, or waited for, as
 * told. The book has to have learned of all that is sought.
 */
export function resolveReferences(
  entity: Entity,
  draft: Draft,
  parsed: Parsed,
  referenceTexts: LocatedText[],
  context: ResolveContext,
): PendingReference[] {
  const leftOut = referenceTexts.filter((text) => isLeftOut(entity, text, context)).map(({ pointer }) => pointer);
  removeValues(parsed.body, leftOut);
  // what goes out of a list moves what is behind it
  const texts = leftOut.length > 0 ? referenceTextsIn(entity, parsed.body) : referenceTexts;
  const pendingReferences: PendingReference[] = [];
  for (const text of texts) {
    const found = context.resolver.find(text);
    const code = typeof found === 'string' ? text.text.toUpperCase() : found.code;
    writeAt(parsed.body, text.pointer, code);
    if (typeof found !== 'string') continue;
    const pending =
      found === 'ambiguous' ? 'ambiguousReference' : pendingReferenceAt(entity, draft, { ...text, code }, context);
    if (typeof pending === 'object') pendingReferences.push(pending);
    else parsed.problems.push(problemAt(text.pointer, pending, text.text));
  }
  return pendingReferences;
}

const mayComeFromFile = (entity: Entity, { kind, text }: ReferenceText, { mayBeInFile }: ResolveContext) =>
  kind === entity.key && mayBeInFile(text.toUpperCase());

function isLeftOut(entity: Entity, text: LocatedText, context: ResolveContext): boolean {
  if (context.options.missingReferences !== 'leave') return false;
  const found = context.resolver.find(text);
  return found === 'ambiguous' || (found === 'none' && !mayComeFromFile(entity, text, context));
}

/** What is waited for, or why nothing is. */
function pendingReferenceAt(
  entity: Entity,
  draft: Draft,
  text: LocatedText & { code: string },
  context: ResolveContext,
): PendingReference | Rule {
  const { pointer, kind, code } = text;
  const name = draft.names?.[pointer.slice(1)] ?? code;
  const mayBeInFile = mayComeFromFile(entity, text, context);
  if (mayBeInFile) return { pointer, kind, code, name, mayBeInFile };
  if (context.options.missingReferences !== 'create') return 'unknownReference';
  const target = entityByKey(context.crud, kind);
  const assigned = assignedPattern(target);
  if (assigned && !new RegExp(assigned).test(text.text.trim())) return 'noCodeToCreate';
  const errors = bodyErrors(target, { code, name });
  return errors.length === 0 ? { pointer, kind, code, name, mayBeInFile } : 'noCodeToCreate';
}

const assignedPattern = (kind: Entity) => targetOf(kind, 'code')?.schema['x-assigned'];

const problemAt = (pointer: string, rule: Rule, value: string): CellProblem => ({
  ...{ column: undefined, pointer, rule, parameters: { value } },
});

/** Places are created in the country of the row that wants them: without one nobody would know which place it is. */
export function assignCountries(
  { crud }: Pick<RowContext, 'crud'>,
  { pendingReferences, problems }: Pick<Candidate, 'pendingReferences' | 'problems'>,
  { country }: Fields,
): void {
  for (const reference of pendingReferences) {
    const kind = entityByKey(crud, reference.kind);
    if (reference.mayBeInFile || !fieldOf(kind, 'country')) continue;
    if (typeof country === 'string') reference.country = country;
    else if (assignedPattern(kind)) problems.push(problemAt(reference.pointer, 'noCountryToCreate', reference.code));
  }
}

/** What is left out of a record stays as it is there; an entry of a list goes out of the list. */
function removeValues(body: Fields, pointers: string[]): void {
  for (const pointer of pointers.reverse()) {
    const [, name = '', index] = pointer.split('/');
    const value = body[name];
    if (index === undefined) delete body[name];
    else if (Array.isArray(value)) value.splice(Number(index), 1);
  }
}
