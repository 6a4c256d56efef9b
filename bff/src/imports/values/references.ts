import { targetOf } from '#columns/targets.ts';
import { entityByKey, fieldOf } from '#crud/entity.ts';
import type { Entity, Fields } from '#crud/model.ts';
import { writeAt } from '#crud/pointers.ts';
import { collectReferences, referenceFields } from '#crud/reference-paths.ts';
import type { Rule } from '#http/contract.ts';
import type { CellProblem, Parsed } from '../columns/parse-draft.ts';
import type { Draft } from '../types.ts';
import type { Awaited, RowContext } from './candidate.ts';
import { bodyErrors } from './prepare-bodies.ts';
import type { Sought } from './reference-book.ts';

/** A text that stands for another record, and where. */
type Placed = Sought & { pointer: string };

const isEntry = (entry: unknown) => typeof entry === 'string' || (typeof entry === 'object' && entry !== null);
const isSound = (value: unknown) => !Array.isArray(value) || value.every(isEntry);

/** The texts that stand for other records; what is no reference at all is left to the schema. */
export function soughtIn(entity: Entity, body: Fields): Placed[] {
  const given: Fields = {};
  for (const { name } of referenceFields(entity)) if (isSound(body[name])) given[name] = body[name];
  const country = typeof body.country === 'string' ? body.country.toUpperCase() : undefined;
  return collectReferences(entity, given).map(({ pointer, kind, code }) => ({
    ...{ pointer, kind, text: code },
    country: pointer === '/country' ? undefined : country,
  }));
}

type Referring = Pick<RowContext, 'crud' | 'options' | 'book' | 'inFile'>;

/**
 * Puts the codes of what the texts stand for into what a file gives; what is not there is a problem, left out, or waited for, as
 * told. The book has to have learned of all that is sought.
 */
export function resolveReferences(
  entity: Entity,
  draft: Draft,
  parsed: Parsed,
  sought: Placed[],
  referring: Referring,
): Awaited[] {
  const left = sought.filter((placed) => isLeft(entity, placed, referring)).map(({ pointer }) => pointer);
  leaveOut(parsed.body, left);
  // what goes out of a list moves what is behind it
  const places = left.length > 0 ? soughtIn(entity, parsed.body) : sought;
  const awaited: Awaited[] = [];
  for (const placed of places) {
    const found = referring.book.find(placed);
    const code = typeof found === 'string' ? placed.text.toUpperCase() : found.code;
    writeAt(parsed.body, placed.pointer, code);
    if (typeof found !== 'string') continue;
    const waited =
      found === 'several' ? 'ambiguousReference' : awaitedAt(entity, draft, { ...placed, code }, referring);
    if (typeof waited === 'object') awaited.push(waited);
    else parsed.problems.push(problemAt(placed.pointer, waited, placed.text));
  }
  return awaited;
}

const isOfFile = (entity: Entity, { kind, text }: Sought, { inFile }: Referring) =>
  kind === entity.key && inFile(text.toUpperCase());

function isLeft(entity: Entity, placed: Placed, referring: Referring): boolean {
  if (referring.options.missingReferences !== 'leave') return false;
  const found = referring.book.find(placed);
  return found === 'several' || (found === 'none' && !isOfFile(entity, placed, referring));
}

/** What is waited for, or why nothing is. */
function awaitedAt(
  entity: Entity,
  draft: Draft,
  placed: Placed & { code: string },
  referring: Referring,
): Awaited | Rule {
  const { pointer, kind, code } = placed;
  const name = draft.names?.[pointer.slice(1)] ?? code;
  const inFile = isOfFile(entity, placed, referring);
  if (inFile) return { pointer, kind, code, name, inFile };
  if (referring.options.missingReferences !== 'create') return 'unknownReference';
  const target = entityByKey(referring.crud, kind);
  const assigned = assignedForm(target);
  if (assigned && !new RegExp(assigned).test(placed.text.trim())) return 'noCodeToCreate';
  const errors = bodyErrors(target, { code, name });
  return errors.length === 0 ? { pointer, kind, code, name, inFile } : 'noCodeToCreate';
}

const assignedForm = (kind: Entity) => targetOf(kind, 'code')?.schema['x-assigned'];

const problemAt = (pointer: string, rule: Rule, value: string): CellProblem => ({
  ...{ column: undefined, pointer, rule, parameters: { value } },
});

/** Places are created in the country of the row that wants them: without one nobody would know which place it is. */
export function placeInCountry(
  { crud }: Pick<RowContext, 'crud'>,
  { awaited, problems }: { awaited: Awaited[]; problems: CellProblem[] },
  { country }: Fields,
): void {
  for (const each of awaited) {
    const kind = entityByKey(crud, each.kind);
    if (each.inFile || !fieldOf(kind, 'country')) continue;
    if (typeof country === 'string') each.country = country;
    else if (assignedForm(kind)) problems.push(problemAt(each.pointer, 'noCountryToCreate', each.code));
  }
}

/** What is left out of a record stays as it is there; an entry of a list goes out of the list. */
function leaveOut(body: Fields, pointers: string[]): void {
  for (const pointer of pointers.reverse()) {
    const [, name = '', index] = pointer.split('/');
    const value = body[name];
    if (index === undefined) delete body[name];
    else if (Array.isArray(value)) value.splice(Number(index), 1);
  }
}
