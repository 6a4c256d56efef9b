import { targetOf } from '#columns/targets.ts';
import { entityByKey, fieldOf } from '#crud/entity.ts';
import type { Entity, FieldValues } from '#crud/model.ts';
import { writeAt } from '#crud/pointers.ts';
import { collectReferences, referenceFields } from '#crud/references/reference-paths.ts';
import type { Rule } from '#http/contract.ts';
import type { CellProblem, ParsedRecord } from '../columns/parse-raw-record.ts';
import type { RawRecord } from '../file-model.ts';
import type { Candidate, PendingReference, RowContext } from './candidate.ts';
import { bodyErrors } from './prepare-bodies.ts';
import type { ReferenceText } from './reference-resolver.ts';

/** A text that refers to another record, with its JSON pointer. */
type LocatedText = ReferenceText & { pointer: string };

const isEntry = (entry: unknown) => typeof entry === 'string' || (typeof entry === 'object' && entry !== null);
const isReferenceList = (value: unknown) => !Array.isArray(value) || value.every(isEntry);

/** Returns the texts that refer to other records; values of a wrong type are left for the schema to refuse. */
export function referenceTextsIn(entity: Entity, body: FieldValues): LocatedText[] {
  const references: FieldValues = {};
  for (const { name } of referenceFields(entity)) if (isReferenceList(body[name])) references[name] = body[name];
  const country = typeof body.country === 'string' ? body.country.toUpperCase() : undefined;
  return collectReferences(entity, references).map(({ pointer, entityKey, code }) => ({
    pointer,
    entityKey,
    text: code,
    country: pointer === '/country' ? undefined : country,
  }));
}

type ResolveContext = Pick<RowContext, 'crud' | 'options' | 'resolver' | 'mayFileCreate'>;

/**
 * Replaces texts by the codes of the records that they refer to. References without a record become problems, are left out, or are
 * returned as pending, depending on the options. The resolver must have preloaded all of them.
 */
export function resolveReferences(
  entity: Entity,
  rawRecord: RawRecord,
  parsed: ParsedRecord,
  referenceTexts: LocatedText[],
  context: ResolveContext,
): PendingReference[] {
  const omittedPointers = referenceTexts
    .filter((text) => mustBeLeftOut(entity, text, context))
    .map(({ pointer }) => pointer);
  removeValues(parsed.body, omittedPointers);
  // removing an entry of a list changes the pointers of later ones
  const texts = omittedPointers.length > 0 ? referenceTextsIn(entity, parsed.body) : referenceTexts;
  const pendingReferences: PendingReference[] = [];
  for (const text of texts) {
    const resolution = context.resolver.find(text);
    const code = typeof resolution === 'string' ? text.text.toUpperCase() : resolution.code;
    writeAt(parsed.body, text.pointer, code);
    if (typeof resolution !== 'string') continue;
    const pending =
      resolution === 'ambiguous'
        ? 'ambiguousReference'
        : pendingReferenceAt(entity, rawRecord, { ...text, code }, context);
    if (typeof pending === 'object') pendingReferences.push(pending);
    else parsed.problems.push(problemAt(text.pointer, pending, text.text));
  }
  return pendingReferences;
}

const mayFileCreateReference = (
  entity: Entity,
  { entityKey, text }: ReferenceText,
  { mayFileCreate }: ResolveContext,
) => entityKey === entity.key && mayFileCreate(text.toUpperCase());

function mustBeLeftOut(entity: Entity, text: LocatedText, context: ResolveContext): boolean {
  if (context.options.missingReferences !== 'leave') return false;
  const resolution = context.resolver.find(text);
  return resolution === 'ambiguous' || (resolution === 'none' && !mayFileCreateReference(entity, text, context));
}

/** Returns a pending reference, or the rule that does not allow one. */
function pendingReferenceAt(
  entity: Entity,
  rawRecord: RawRecord,
  text: LocatedText & { code: string },
  context: ResolveContext,
): PendingReference | Rule {
  const { pointer, entityKey, code } = text;
  const name = rawRecord.names?.[pointer.slice(1)] ?? code;
  const mayBeCreatedByFile = mayFileCreateReference(entity, text, context);
  if (mayBeCreatedByFile) return { pointer, entityKey, code, name, mayBeCreatedByFile };
  if (context.options.missingReferences !== 'create') return 'unknownReference';
  const referencedEntity = entityByKey(context.crud, entityKey);
  const assigned = assignedPattern(referencedEntity);
  if (assigned && !new RegExp(assigned).test(text.text.trim())) return 'noCodeToCreate';
  const errors = bodyErrors(referencedEntity, { code, name });
  return errors.length === 0 ? { pointer, entityKey, code, name, mayBeCreatedByFile } : 'noCodeToCreate';
}

const assignedPattern = (entity: Entity) => targetOf(entity, 'code')?.schema['x-assigned'];

const problemAt = (pointer: string, rule: Rule, value: string): CellProblem => ({
  column: undefined,
  pointer,
  rule,
  parameters: { value },
});

/** Sets the country of places to create to that of the row; without a country a place would be ambiguous. */
export function assignCountries(
  { crud }: Pick<RowContext, 'crud'>,
  { pendingReferences, problems }: Pick<Candidate, 'pendingReferences' | 'problems'>,
  { country }: FieldValues,
): void {
  for (const reference of pendingReferences) {
    const referenced = entityByKey(crud, reference.entityKey);
    if (reference.mayBeCreatedByFile || !fieldOf(referenced, 'country')) continue;
    if (typeof country === 'string') reference.country = country;
    else if (assignedPattern(referenced))
      problems.push(problemAt(reference.pointer, 'noCountryToCreate', reference.code));
  }
}

/** Removes fields, which then keep the record's values, and entries of lists. */
function removeValues(body: FieldValues, pointers: string[]): void {
  for (const pointer of pointers.reverse()) {
    const [, name = '', index] = pointer.split('/');
    const value = body[name];
    if (index === undefined) delete body[name];
    else if (Array.isArray(value)) value.splice(Number(index), 1);
  }
}
