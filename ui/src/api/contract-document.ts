/** Finding one's way in the contract. Runs in generate.ts only; nothing of it reaches the browser. */

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

export interface Operation {
  operationId: string;
  tags: string[];
  security?: unknown[];
  'x-permission'?: string;
  parameters?: { $ref?: string; name?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

export interface Contract {
  tags: { name: string; 'x-label'?: Text; 'x-route'?: string; 'x-review'?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>;
  'x-transitions': Record<string, unknown>;
}

export function fail(message: string): never {
  throw new Error(`openapi.yaml: ${message}`);
}

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export function resolve(contract: Contract, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = contract.components.schemas[nameOf(schema.$ref)] ?? fail(`nothing at ${schema.$ref}`);
  return resolve(contract, target);
}

/** The extension on the schema, on what it refers to, or on a branch of its `oneOf` (`X or null`). */
export function extension<K extends 'x-case' | 'x-hint' | 'x-reference'>(
  contract: Contract,
  schema: Schema,
  key: K,
): Schema[K] | undefined {
  const found = resolve(contract, schema);
  return found[key] ?? found.oneOf?.map((branch) => extension(contract, branch, key)).find((value) => value);
}

/** Every field below a schema by its place, a star standing for any key or index: `name`, `locales/…/name`. */
export function places(contract: Contract, schema: Schema, at: string[] = []): [string, Schema][] {
  if (at.length > 8) return [];
  const found = resolve(contract, schema);
  const below: [string, Schema][] = Object.entries(found.properties ?? {});
  if (typeof found.additionalProperties === 'object') below.push(['*', found.additionalProperties]);
  if (found.items) below.push(['*', found.items]);
  const deeper = below.flatMap(([key, value]): [string, Schema][] => {
    const place = [...at, key];
    return [[place.join('/'), value], ...places(contract, value, place)];
  });
  return [...deeper, ...(found.oneOf ?? []).flatMap((branch) => places(contract, branch, at))];
}

/** The names of all schemas that a part of the document leads to. */
export function reach(contract: Contract, part: unknown, seen = new Set<string>()): Set<string> {
  if (part === null || typeof part !== 'object') return seen;
  for (const [key, value] of Object.entries(part)) {
    if (key !== '$ref' || typeof value !== 'string') {
      reach(contract, value, seen);
    } else if (!seen.has(value)) {
      seen.add(value);
      const [, , room = '', name = ''] = value.split('/');
      reach(contract, contract.components[room]?.[name], seen);
    }
  }
  return seen;
}
