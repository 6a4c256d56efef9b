import type { components, operations } from './contract.gen.ts';
import { contractDocument } from './contract-document.gen.ts';

export type Schemas = components['schemas'];
export type OperationId = keyof operations;
export type ErrorKey = Schemas['ErrorKey'];
export type Rule = Schemas['Rule'];
export type EntityKey = Schemas['Entity'];
export type Language = 'zh-CN' | 'en';
export type Texts = Record<Language, string>;

/** A status change by an event. */
interface Transition {
  from: Schemas['Status'][];
  to: Schemas['Status'];
  permission: string;
  secondPerson?: boolean;
  reason?: 'required';
}

/** A rule between the field `at` and other fields; `other` names those in messages. */
export interface FieldRule {
  rule: Rule;
  at: string;
  fields: string[];
  other?: Texts;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  example?: string;
  schema: JsonSchema;
}

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  required?: string[];
  additionalProperties?: JsonSchema | false;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  'x-read-only'?: boolean;
  'x-case'?: 'upper';
  'x-assigned'?: string;
  'x-search'?: 'code';
  'x-reference'?: EntityKey;
  'x-decimals'?: number;
  'x-decimal'?: boolean;
  'x-rules'?: FieldRule[];
  'x-key'?: string[];
  'x-title'?: string;
  'x-text'?: Record<string, Texts>;
  'x-about'?: Texts;
  'x-hint'?: Texts;
  'x-required-to-approve'?: string[];
}

/** An operation of the contract. */
export interface Operation {
  id: OperationId;
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  tag: string;
  summary: string;
  /** The name of a permission, `signed-in`, `by-event`, or `open` if no login is needed. */
  permission: string;
  /** Whether a one-time ticket in the URL can replace the bearer token. */
  acceptsTicket: boolean;
  /** Whether a subscriber's token can replace the bearer token. */
  acceptsSubscriberToken: boolean;
  parameters: Parameter[];
  /** The JSON pointer to the schema of the JSON body within the contract. */
  body?: string;
  /** Whether the body is binary. */
  takesBinaryBody: boolean;
  /** The JSON pointers to the schemas of JSON responses, by status. */
  responseSchemas: Record<string, string>;
  /** The header `Link` of a success, which names the sources whose licences ask for that, unless the response narrows the kinds. */
  attribution?: string;
}

interface Tag {
  name: string;
  'x-attribution'?: { source: string; url: string; licence: string }[];
}

export interface RawOperation {
  operationId: OperationId;
  tags: [string];
  summary: string;
  'x-permission'?: string;
  security?: Record<string, unknown>[];
  parameters?: (Parameter | JsonSchema)[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { $ref?: string }>;
}

/** Escapes a key for a JSON pointer (RFC 6901). */
export const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
/** Reverts `escapeKey`. */
export const unescapeKey = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** The parsed contract, from which everything about requests and responses is derived. */
export const contract = contractDocument;

export const transitions: Record<Schemas['Event'], Transition> = contract['x-transitions'];

/** Follows the `$ref` of a node. */
export function resolve<T>(node: T | { $ref?: string }): T {
  const ref = node && (node as { $ref?: string }).$ref;
  // the casts: the types of nodes follow from the linted document
  if (!ref) return node as T;
  let target = contract;
  for (const key of ref.slice(2).split('/')) target = target[unescapeKey(key)];
  return resolve(target as T);
}

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const JSON_SCHEMA_POINTER = 'content/application~1json/schema';

function toOperation(
  path: string,
  method: string,
  pathParameters: (Parameter | JsonSchema)[],
  raw: RawOperation,
): Operation {
  const operationPointer = `/paths/${escapeKey(path)}/${method}`;
  const acceptsScheme = (scheme: string) => raw.security?.some((schemes) => scheme in schemes) ?? false;
  const responseSchemas = Object.entries(raw.responses).map(([status, response]) => [
    status,
    response.$ref
      ? `${response.$ref.slice(1)}/${JSON_SCHEMA_POINTER}`
      : `${operationPointer}/responses/${status}/${JSON_SCHEMA_POINTER}`,
  ]);
  const { headers } = resolve<{ headers?: object }>(raw.responses['200'] ?? {});
  const [tag] = raw.tags;
  const allKinds: string[] = contract.components.schemas.Entity.enum;
  const attribution = headers && 'Link' in headers ? attributionLinks(allKinds.includes(tag) ? [tag] : allKinds) : '';
  return {
    id: raw.operationId,
    // the linter allows these four methods only
    method: method as Operation['method'],
    path,
    tag,
    summary: raw.summary,
    permission: raw['x-permission'] ?? 'open',
    acceptsTicket: acceptsScheme('ticket'),
    acceptsSubscriberToken: acceptsScheme('subscriber'),
    parameters: [...pathParameters, ...(raw.parameters ?? [])].map((parameter) => resolve<Parameter>(parameter)),
    takesBinaryBody: raw.requestBody !== undefined && BINARY_TYPE in raw.requestBody.content,
    ...(raw.requestBody && JSON_TYPE in raw.requestBody.content
      ? { body: `${operationPointer}/requestBody/${JSON_SCHEMA_POINTER}` }
      : {}),
    responseSchemas: Object.fromEntries(responseSchemas),
    ...(attribution && { attribution }),
  };
}

/** Returns the links to the sources of the data of kinds; '' if there are none. */
export function attributionLinks(kinds: readonly string[]): string {
  const tags: Tag[] = contract.tags;
  return tags
    .filter(({ name }) => kinds.includes(name))
    .flatMap(({ 'x-attribution': sources = [] }) => sources)
    .map(({ source, url, licence }) => `<${url}>; rel="license"; title="${source}, ${licence}"`)
    .join(', ');
}

export const allOperations: Operation[] = Object.entries<Record<string, unknown>>(contract.paths).flatMap(
  ([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, raw]) =>
      toOperation(path, method, parameters as Parameter[], raw as RawOperation),
    ),
);
