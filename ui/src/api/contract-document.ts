/** Types and helpers to read the contract. Used by generate.ts only, never in the browser. */

export type Text = { readonly 'zh-CN': string; readonly en: string };

export interface FieldRule {
  rule: string;
  at: string;
  fields: string[];
  other?: Text;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  'x-required-to-approve'?: string[];
  'x-case'?: 'upper';
  'x-decimal'?: true;
  'x-search'?: 'code';
  'x-hint'?: Text;
  'x-reference'?: string;
  'x-text'?: Record<string, Text>;
  'x-read-only'?: boolean;
  'x-rules'?: FieldRule[];
  'x-title'?: string;
  'x-group'?: string;
  'x-label'?: Text;
  'x-about'?: Text;
  'x-unit'?: Text;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  'x-default'?: unknown;
}

export interface Parameter {
  $ref?: string;
  name?: string;
  schema?: Schema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  security?: unknown[];
  'x-permission'?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

export interface Contract {
  tags: { name: string; 'x-label'?: Text; 'x-route'?: string; 'x-review'?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> } & Record<
    string,
    Record<string, unknown> | undefined
  >;
  'x-transitions': Record<string, unknown>;
}

export function fail(message: string): never {
  throw new Error(`openapi.yaml: ${message}`);
}

export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export function resolve(contract: Contract, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = contract.components.schemas[refName(schema.$ref)] ?? fail(`nothing at ${schema.$ref}`);
  return resolve(contract, target);
}

/** Finds an extension on the schema, on the schema that it refers to, or on a branch of its `oneOf` (`X or null`). */
export function findExtension<K extends 'x-about' | 'x-case' | 'x-decimal' | 'x-hint' | 'x-reference' | 'x-search'>(
  contract: Contract,
  schema: Schema,
  key: K,
): Schema[K] | undefined {
  const resolved = resolve(contract, schema);
  return (
    schema[key] ??
    resolved[key] ??
    resolved.oneOf?.map((branch) => findExtension(contract, branch, key)).find((value) => value)
  );
}

/** Lists every field below a schema with its path, in which `*` stands for any key or index. */
export function listFields(contract: Contract, schema: Schema, parentPath: string[] = []): [string, Schema][] {
  if (parentPath.length > 8) return [];
  const resolved = resolve(contract, schema);
  const children: [string, Schema][] = Object.entries(resolved.properties ?? {});
  if (typeof resolved.additionalProperties === 'object') children.push(['*', resolved.additionalProperties]);
  if (resolved.items) children.push(['*', resolved.items]);
  const descendants = children.flatMap(([key, value]): [string, Schema][] => {
    const path = [...parentPath, key];
    return [[path.join('/'), value], ...listFields(contract, value, path)];
  });
  return [...descendants, ...(resolved.oneOf ?? []).flatMap((branch) => listFields(contract, branch, parentPath))];
}

/** Collects all references that a part of the document leads to. */
export function collectRefs(contract: Contract, part: unknown, refs = new Set<string>()): Set<string> {
  if (part === null || typeof part !== 'object') return refs;
  for (const [key, value] of Object.entries(part)) {
    if (key !== '$ref' || typeof value !== 'string') {
      collectRefs(contract, value, refs);
    } else if (!refs.has(value)) {
      refs.add(value);
      const [, , section = '', name = ''] = value.split('/');
      collectRefs(contract, contract.components[section]?.[name], refs);
    }
  }
  return refs;
}
