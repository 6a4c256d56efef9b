import { entityByKey } from '#crud/crud.ts';
import type { Entity, Fields } from '#crud/entity.ts';
import { writeAt } from '#crud/pointers.ts';
import { heldCodes, type Place } from '#crud/reference-places.ts';
import type { Parsed } from '../columns/parse-draft.ts';
import type { Draft } from '../types.ts';
import { bodyErrors } from './body-errors.ts';
import type { Reading } from './candidate.ts';
import type { Sought } from './reference-book.ts';

/** A reference to what is not there yet. */
export interface Awaited extends Place {
  /** Another row of the same file may be it; else it is to be created along, as pending, by this name. */
  inFile: boolean;
  name: string;
}

type Referring = Pick<Reading, 'crud' | 'options' | 'book' | 'inFile'>;

type Placed = Sought & { pointer: string };

const isEntry = (entry: unknown) => typeof entry === 'string' || (typeof entry === 'object' && entry !== null);
const isSound = (value: unknown) => !Array.isArray(value) || value.every(isEntry);

/** The texts that stand for other records; what is no reference at all is left to the schema. */
export function soughtIn(entity: Entity, { body }: Parsed): Placed[] {
  const sound = Object.fromEntries(Object.entries(body).filter(([, value]) => isSound(value)));
  const country = typeof body.country === 'string' ? body.country.toUpperCase() : undefined;
  return heldCodes(entity, sound).map(({ pointer, kind, code }) => ({
    ...{ pointer, kind, text: code },
    ...(pointer !== '/country' && country !== undefined && { country }),
  }));
}

/**
 * Puts the codes of what the texts stand for into what a file gives; what is not there is a problem, left out, or waited for, as
 * told. The book has to have learned of all that is sought.
 */
export function resolveReferences(entity: Entity, draft: Draft, parsed: Parsed, referring: Referring): Awaited[] {
  leaveOut(parsed.body, leftIn(entity, parsed, referring));
  return soughtIn(entity, parsed).flatMap((placed) => {
    const found = referring.book.find(placed);
    const code = typeof found === 'string' ? placed.text.toUpperCase() : found.code;
    writeAt(parsed.body, placed.pointer, code);
    if (typeof found !== 'string') return [];
    const awaited = found === 'none' && awaitedAt(entity, draft, { ...placed, code }, referring);
    if (awaited) return [awaited];
    const rule = found === 'several' ? 'ambiguousReference' : 'unknownReference';
    parsed.problems.push({ column: undefined, pointer: placed.pointer, rule });
    return [];
  });
}

const isOfFile = (entity: Entity, { kind, text }: Sought, { inFile }: Referring) =>
  kind === entity.key && inFile(text.toUpperCase());

function leftIn(entity: Entity, parsed: Parsed, referring: Referring): string[] {
  const { options, book } = referring;
  if (options.missingReferences !== 'leave') return [];
  return soughtIn(entity, parsed)
    .filter((placed) => typeof book.find(placed) === 'string' && !isOfFile(entity, placed, referring))
    .map(({ pointer }) => pointer);
}

function awaitedAt(
  entity: Entity,
  draft: Draft,
  placed: Placed & { code: string },
  referring: Referring,
): Awaited | undefined {
  const { pointer, kind, code } = placed;
  const name = draft.names?.[pointer.slice(1)] ?? code;
  const inFile = isOfFile(entity, placed, referring);
  if (inFile) return { pointer, kind, code, name, inFile };
  if (referring.options.missingReferences !== 'create') return undefined;
  const errors = bodyErrors(entityByKey(referring.crud, kind), { code, name });
  return errors.length === 0 ? { pointer, kind, code, name, inFile } : undefined;
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
