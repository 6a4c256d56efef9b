import { memoizePerContract, resolve } from '../contract/contract.ts';
import { type EntityVerb, entitiesOf, recordSchema, writeSchema } from '../contract/entities.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract, FieldRule, Review, Schema, Texts } from '../contract/types.ts';

/** References in the entries of a list, which are codes or have the code in `member`. */
interface ReferenceList {
  target: string;
  member: string | undefined;
  otherFields: Field[];
}

export interface Field {
  name: string;
  schema: Schema;
  /** The kind of record whose code the field holds. */
  reference: string | undefined;
  referenceList: ReferenceList | undefined;
  /** Members of the entries of a list that the search finds as codes. */
  searchedMembers: string[];
}

/** A kind of record with what the mock reads of it in the contract. */
export interface Kind {
  tag: string;
  /** Its position in the contract's `Entity`. */
  position: number;
  label: Texts;
  review: Review;
  operations: Partial<Record<EntityVerb, Operation>>;
  fields: Field[];
  rules: FieldRule[];
  /** The fields that are unique in combination. */
  keyFields: string[];
  requiredToApprove: string[];
  /** The title of records without a name, with fields in braces. */
  title: string | undefined;
}

export const kindsOf = memoizePerContract((contract): Kind[] =>
  entitiesOf(contract).map((entity) => {
    const write = writeSchema(contract, entity) ?? {};
    const record = recordSchema(contract, entity) ?? {};
    return {
      tag: entity.tag,
      position: (contract.components.schemas.Entity?.enum ?? []).indexOf(entity.tag),
      label: entity.label ?? { 'zh-CN': entity.tag, en: entity.tag },
      review: entity.review,
      operations: entity.operations,
      fields: Object.entries(write.properties ?? {}).map(([name, schema]) => toField(contract, name, schema)),
      rules: write['x-rules'] ?? [],
      keyFields: write['x-key'] ?? ['code'],
      requiredToApprove: record['x-required-to-approve'] ?? [],
      title: record['x-title'],
    };
  }),
);

/** @throws if the contract has no such kind */
export function kindOf(contract: Contract, tag: string): Kind {
  const kind = kindsOf(contract).find((candidate) => candidate.tag === tag);
  if (!kind) throw new Error(`the contract has no kind ${tag}`);
  return kind;
}

/** Resolves a schema without its `null` variant, together with the members beside a `$ref` or `oneOf`. */
function mergedSchema(contract: Contract, schema: Schema): Schema {
  const { $ref: _, ...members } = schema;
  const resolved = { ...resolve(contract, schema), ...members };
  const variant = resolved.oneOf?.find(({ type }) => type !== 'null');
  if (!variant) return resolved;
  const { oneOf: __, ...others } = resolved;
  return { ...mergedSchema(contract, variant), ...others };
}

function toField(contract: Contract, name: string, property: Schema): Field {
  const schema = mergedSchema(contract, property);
  const members = schema.items ? (mergedSchema(contract, schema.items).properties ?? {}) : {};
  return {
    name,
    schema,
    reference: schema['x-reference'],
    referenceList: schema.items && toReferenceList(contract, schema.items),
    searchedMembers: Object.keys(members).filter((member) => mergedSchema(contract, members[member] ?? {})['x-search']),
  };
}

function toReferenceList(contract: Contract, items: Schema): ReferenceList | undefined {
  const entry = mergedSchema(contract, items);
  if (entry['x-reference']) return { target: entry['x-reference'], member: undefined, otherFields: [] };
  const fields = Object.entries(entry.properties ?? {}).map(([name, schema]) => toField(contract, name, schema));
  const code = fields.find(({ reference }) => reference);
  if (!code?.reference) return undefined;
  return { target: code.reference, member: code.name, otherFields: fields.filter((field) => field !== code) };
}
