import { oncePerContract } from '../contract/contract.ts';
import {
  type Entity,
  type EntityVerb,
  entitiesOf,
  entityShape,
  recordSchema,
  writeSchema,
} from '../contract/entities.ts';
import type { Operation } from '../contract/operations.ts';
import { type BodyField, fieldsOfBody } from '../contract/places.ts';
import { fill } from '../contract/texts.ts';
import type { Contract, FieldRule, Review, Schema, Texts } from '../contract/types.ts';
import type { RecordData } from './data.ts';

export type Body = Record<string, unknown>;

/** A field that holds the code of a record of another kind. */
export type Reference = BodyField & { target: string };

/** A kind of record as the cases need it, read from the contract. */
export interface Kind {
  tag: string;
  label: Texts;
  review: Review;
  ops: Record<EntityVerb, Operation>;
  write: Schema;
  places: BodyField[];
  references: Reference[];
  rules: FieldRule[];
  /** A body that can be saved once its references exist and its `identity` has an unused value. */
  example: Body;
  /** The field that identifies a new record, usually its code. */
  identity: string;
  /** The fields that are unique in combination. */
  unique: string[];
  /** The text field by which searches find a record. */
  text: string;
  /** The field that cases change in updates. */
  change: BodyField;
  /** The template of a title for records without a name. */
  title: string | undefined;
  neededToApprove: string[];
}

export const kindsOf = oncePerContract((contract): Kind[] =>
  entitiesOf(contract).map((entity) => kindOf(contract, entity)),
);

export function kindTagged(contract: Contract, tag: string): Kind | undefined {
  return kindsOf(contract).find((kind) => kind.tag === tag);
}

function kindOf(contract: Contract, entity: Entity): Kind {
  const write = writeSchema(contract, entity);
  const record = recordSchema(contract, entity);
  const missing = Object.keys(entityShape).filter((verb) => !entity.operations[verb as EntityVerb]); // Cast: Object.keys gives the keys of entityShape.
  if (!write || !record || !entity.label || missing.length > 0) {
    throw new Error(`${entity.tag} is incomplete (${missing.join(', ')}); rules.test.ts says what to add`);
  }
  const example = entity.operations.create?.body?.example as Body; // Cast: Redocly checks it against the write schema.
  const places = fieldsOfBody(contract, write, example);
  const fields = places.filter(({ path }) => path.length === 1);
  const required = fields.filter((field) => field.required);
  const rules = write['x-rules'] ?? [];
  const identity = nameOf(fields.find(isCode) ?? required.find(isUnique), 'no required field tells two records apart');
  const text = nameOf(required.find(({ path }) => path[0] === 'name') ?? required.find(isText), 'no text is required');
  return {
    tag: entity.tag,
    label: entity.label,
    review: entity.review,
    ops: entity.operations as Record<EntityVerb, Operation>, // Cast: none is missing, as checked above.
    write,
    places,
    references: places.flatMap((field) => {
      const target = field.schema['x-reference'];
      return target && !field.readOnly ? [{ ...field, target }] : [];
    }),
    rules,
    example,
    identity,
    unique: required.some(({ path }) => path[0] === 'name') ? [identity] : required.flatMap(({ path }) => path),
    text,
    change: changeableField(fields, rules),
    title: record['x-title'],
    neededToApprove: record['x-required-to-approve'] ?? [],
  };
}

function isCode({ path, readOnly }: BodyField): boolean {
  return path[0] === 'code' && !readOnly;
}

function isUnique({ schema }: BodyField): boolean {
  return schema['x-case'] === 'upper' || schema.format === 'date-time';
}

function isText({ schema }: BodyField): boolean {
  return schema.type === 'string' && schema.pattern !== undefined && !schema['x-case'];
}

/** The name, or else an amount that no rule compares with another field. */
function changeableField(fields: BodyField[], rules: FieldRule[]): BodyField {
  const comparedFields = rules
    .filter(({ rule }) => rule.startsWith('not'))
    .flatMap(({ at, fields: other }) => [at, ...other]);
  const field =
    fields.find(({ path }) => path[0] === 'name') ??
    fields.find(({ path, schema }) => schema['x-decimal'] && !comparedFields.includes(path[0] ?? ''));
  if (!field) throw new Error('no field can be changed for a try: no name and no amount');
  return field;
}

function nameOf(place: BodyField | undefined, problem: string): string {
  if (!place?.path[0]) throw new Error(`${problem}; say in suite/kind.ts which one does`);
  return place.path[0];
}

/** The body that saves a record unchanged. */
export function bodyOf(kind: Kind, record: RecordData): Body {
  return Object.fromEntries(Object.keys(kind.write.properties ?? {}).map((name) => [name, record[name]]));
}

/** The name of a record, or its title. */
export function titleOf({ title }: Kind, record: RecordData): string {
  return record.name ?? fill(title ?? '', Object.fromEntries(Object.entries(record).map(([k, v]) => [k, String(v)])));
}

/** The field's schema. */
export function fieldSchema(kind: Kind, name: string): Schema {
  return kind.places.find(({ path }) => path.length === 1 && path[0] === name)?.schema ?? {};
}

/** The values that make a body a duplicate of a record. */
export function uniqueValues(kind: Kind, record: RecordData): Body {
  return Object.fromEntries(kind.unique.map((name) => [name, record[name]]));
}
