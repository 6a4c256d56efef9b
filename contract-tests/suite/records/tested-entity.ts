import { type BodyField, fieldsOfBody } from '../../contract/body-fields.ts';
import { memoizePerContract } from '../../contract/contract.ts';
import {
  type Entity,
  type EntityVerb,
  entitiesOf,
  entityRoutes,
  recordSchema,
  writeSchema,
} from '../../contract/entities.ts';
import type { Operation } from '../../contract/operations.ts';
import { fillPlaceholders } from '../../contract/texts.ts';
import type { Contract, FieldRule, Review, Schema, Texts } from '../../contract/types.ts';
import type { RecordData } from '../requests/response-data.ts';

export type Body = Record<string, unknown>;

/** A field that holds the code of a record of another entity. */
export type Reference = BodyField & { target: string };

/** An entity of the contract with everything that the cases need to test it. */
export interface TestedEntity {
  tag: string;
  label: Texts;
  review: Review;
  operations: Record<EntityVerb, Operation>;
  writeSchema: Schema;
  fields: BodyField[];
  references: Reference[];
  rules: FieldRule[];
  /** A body that can be saved once its references exist and its `identityField` has an unused value. */
  example: Body;
  /** The field that identifies a new record, usually its code. */
  identityField: string;
  /** The fields that are unique in combination. */
  uniqueFields: string[];
  /** The text field that the search cases look for. */
  searchField: string;
  /** The field that cases change in updates. */
  changeField: BodyField;
  /** The template for the titles of records without a name. */
  titleTemplate: string | undefined;
  requiredToApprove: string[];
}

export const testedEntitiesOf = memoizePerContract((contract): TestedEntity[] =>
  entitiesOf(contract).map((entity) => toTestedEntity(contract, entity)),
);

export function findTestedEntity(contract: Contract, tag: string): TestedEntity | undefined {
  return testedEntitiesOf(contract).find((entity) => entity.tag === tag);
}

function toTestedEntity(contract: Contract, entity: Entity): TestedEntity {
  const write = writeSchema(contract, entity);
  const record = recordSchema(contract, entity);
  const missing = Object.keys(entityRoutes).filter((verb) => !entity.operations[verb as EntityVerb]); // Cast: Object.keys returns the keys of entityRoutes.
  if (!write || !record || !entity.label || missing.length > 0) {
    throw new Error(`${entity.tag} is incomplete (${missing.join(', ')}); run rules/rules.test.ts to see what to add`);
  }
  const example = entity.operations.create?.body?.example as Body; // Cast: Redocly checks it against the write schema.
  const fields = fieldsOfBody(contract, write, example);
  const topLevelFields = fields.filter(({ path }) => path.length === 1);
  const required = topLevelFields.filter((field) => field.required);
  const rules = write['x-rules'] ?? [];
  const identityField = fieldName(
    topLevelFields.find(isCode) ?? required.find(isUnique),
    'no required field identifies a record',
  );
  const searchField = fieldName(
    required.find(({ path }) => path[0] === 'name') ?? required.find(isText),
    'no text field is required',
  );
  return {
    tag: entity.tag,
    label: entity.label,
    review: entity.review,
    operations: entity.operations as Record<EntityVerb, Operation>, // Cast: none is missing, as checked above.
    writeSchema: write,
    fields,
    references: fields.flatMap((field) => {
      const target = field.schema['x-reference'];
      return target && !field.readOnly ? [{ ...field, target }] : [];
    }),
    rules,
    example,
    identityField,
    uniqueFields: required.some(({ path }) => path[0] === 'name')
      ? [identityField]
      : required.flatMap(({ path }) => path),
    searchField,
    changeField: changeableField(topLevelFields, rules),
    titleTemplate: record['x-title'],
    requiredToApprove: record['x-required-to-approve'] ?? [],
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

/** Returns the name, or else a decimal field that no rule compares with another field. */
function changeableField(fields: BodyField[], rules: FieldRule[]): BodyField {
  const comparedFields = rules
    .filter(({ rule }) => rule.startsWith('not'))
    .flatMap(({ at, fields: otherFields }) => [at, ...otherFields]);
  const field =
    fields.find(({ path }) => path[0] === 'name') ??
    fields.find(({ path, schema }) => schema['x-decimal'] && !comparedFields.includes(path[0] ?? ''));
  if (!field) throw new Error('the cases need a name or a decimal field to change');
  return field;
}

function fieldName(field: BodyField | undefined, problem: string): string {
  if (!field?.path[0]) throw new Error(`${problem}; extend suite/tested-entity.ts`);
  return field.path[0];
}

/** Returns the body that saves a record unchanged. */
export function unchangedBody(entity: TestedEntity, record: RecordData): Body {
  return Object.fromEntries(Object.keys(entity.writeSchema.properties ?? {}).map((name) => [name, record[name]]));
}

/** Returns the name of a record, or its title. */
export function titleOf({ titleTemplate }: TestedEntity, record: RecordData): string {
  return (
    record.name ??
    fillPlaceholders(titleTemplate ?? '', Object.fromEntries(Object.entries(record).map(([k, v]) => [k, String(v)])))
  );
}

/** Returns the schema of a top-level field. */
export function fieldSchema(entity: TestedEntity, name: string): Schema {
  return entity.fields.find(({ path }) => path.length === 1 && path[0] === name)?.schema ?? {};
}

/** Returns the values that make a body a duplicate of a record. */
export function uniqueValues(entity: TestedEntity, record: RecordData): Body {
  return Object.fromEntries(entity.uniqueFields.map((name) => [name, record[name]]));
}
