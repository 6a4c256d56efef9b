import { resolvedSchema, toField } from '#crud/fields.ts';
import type { Entity, Field } from '#crud/model.ts';
import { contract, escapeKey, type JsonSchema, type Schemas } from '#http/contract.ts';

/** How a value is written in a cell: `texts` is a list of texts separated by semicolons, `json` any value without a simpler form. */
export type CellFormat = 'text' | 'texts' | 'json' | 'boolean' | 'number' | 'decimal' | 'date' | 'time';

type ContractTarget = Schemas['ImportTarget'];

/** What a column of a file can fill: a field, a member of one, or the name or aliases in one language. */
export interface ColumnTarget extends ContractTarget {
  cellFormat: CellFormat;
  /** The schema of its value without `null`. */
  schema: JsonSchema;
  /** The field that it fills entirely or in part. */
  field: Field;
  /** Its value described like a field, for normalisation. */
  value: Field;
  isPart: boolean;
}

const DEFAULT_LANGUAGES = ['zh-CN', 'en'];
const LANGUAGE_KEY = /^(\w+)\[([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\]$/;

const writeSchema = ({ singular }: Entity): JsonSchema => contract.components.schemas[`${singular}Write`];

/** More than the names and aliases in all languages that ISO 639-1 lists. */
const MAX_REMEMBERED_TARGETS = 1000;
const targetsByEntity = new Map<string, Map<string, ColumnTarget>>();

/** Lists the targets of an entity: its fields, members of objects such as `verification.state`, and its name or aliases in one language, such as `name[en]`. */
export function targetsOf(entity: Entity, languages: string[] = DEFAULT_LANGUAGES): ColumnTarget[] {
  const { properties = {} } = writeSchema(entity);
  return entity.fields.flatMap((field) => {
    const property = properties[field.name] ?? {};
    if (property['x-read-only']) return [];
    const schema = resolvedSchema(property);
    return [fieldTarget(entity, field, schema), ...partTargets(field, schema, languages)];
  });
}

/** Returns the target with this key, in any language; undefined if there is none. */
export function targetOf(entity: Entity, key: string): ColumnTarget | undefined {
  const targets = targetsByEntity.get(entity.key) ?? new Map(targetsOf(entity).map((target) => [target.key, target]));
  targetsByEntity.set(entity.key, targets);
  const target = targets.get(key);
  if (target) return target;
  const [, , language] = LANGUAGE_KEY.exec(key) ?? [];
  if (!language) return undefined;
  const targetInLanguage = targetsOf(entity, [language]).find((each) => each.key === key);
  // an import asks for the target of each cell, so finding it must not list all targets again
  if (targetInLanguage && targets.size < MAX_REMEMBERED_TARGETS) targets.set(key, targetInLanguage);
  return targetInLanguage;
}

function fieldTarget(entity: Entity, field: Field, schema: JsonSchema): ColumnTarget {
  return {
    key: field.name,
    pointer: `/${field.name}`,
    language: null,
    isKey: entity.keyFields.includes(field.name),
    required: writeSchema(entity).required?.includes(field.name) ?? false,
    refers: isReference(field),
    cellFormat: cellFormatOf(field, schema),
    schema,
    field,
    value: field,
    isPart: false,
  };
}

const isReference = ({ reference, referenceList }: Field) => (reference ?? referenceList?.reference) !== undefined;

/** Lists the members of an object field; for names by language, the members of each language. */
function partTargets(field: Field, schema: JsonSchema, languages: string[]): ColumnTarget[] {
  const { properties, additionalProperties } = schema;
  if (properties) return memberTargets(field, schema, (name) => `${field.name}.${name}`, `/${field.name}`, null);
  if (!additionalProperties) return [];
  const entry = resolvedSchema(additionalProperties);
  return languages.flatMap((language) =>
    memberTargets(field, entry, (name) => `${name}[${language}]`, `/${field.name}/${escapeKey(language)}`, language),
  );
}

const memberTargets = (
  field: Field,
  { properties = {} }: JsonSchema,
  keyOf: (member: string) => string,
  parentPointer: string,
  language: string | null,
): ColumnTarget[] =>
  Object.entries(properties)
    .filter(([, property]) => !property['x-read-only'])
    .map(([name, property]) => {
      const [schema, value] = [resolvedSchema(property), toField(field.name, name, property)];
      return {
        key: keyOf(name),
        pointer: `${parentPointer}/${name}`,
        language,
        isKey: false,
        required: false,
        refers: isReference(value),
        cellFormat: cellFormatOf(value, schema),
        schema,
        field,
        value,
        isPart: true,
      };
    });

function cellFormatOf({ kind }: Field, schema: JsonSchema): CellFormat {
  if (kind === 'object') return 'json';
  if (kind !== 'list') return kind;
  return resolvedSchema(schema.items ?? {}).type === 'string' ? 'texts' : 'json';
}
