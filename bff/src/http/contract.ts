import type { components, operations } from './contract.gen.ts';
import { contractDocument } from './contract-document.gen.ts';

export type Schemas = components['schemas'];
export type OperationId = keyof operations;
export type ErrorKey = Schemas['ErrorKey'];
export type Rule = Schemas['Rule'];
export type EntityKey = Schemas['Entity'];
export type Language = 'zh-CN' | 'en';
export type Texts = Record<Language, string>;

interface Transition {
  from: Schemas['Status'][];
  to: Schemas['Status'];
  permission: string;
  secondPerson?: boolean;
  reason?: 'required';
}

/** What the field `at` must be to other fields; `other` says in words which those are. */
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
  maxLength?: number;
  default?: unknown;
  required?: string[];
  additionalProperties?: JsonSchema | false;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
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
  'x-required-to-approve'?: string[];
}

export interface Operation {
  id: OperationId;
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  tag: string;
  summary: string;
  /** A permission's name, `signed-in`, `by-event`, or `open` for what needs no login. */
  permission: string;
  /** A one-use ticket in its address may stand for the bearer token. */
  takesTicket: boolean;
  /** A subscriber's token may stand for the bearer token. */
  takesSubscriber: boolean;
  parameters: Parameter[];
  /** JSON pointer to the schema of the JSON body, inside the contract. */
  body?: string;
  /** Its body is bytes, not JSON. */
  takesBinaryBody: boolean;
  /** JSON pointers to the schemas of the JSON answers, by status. */
  responseSchemas: Record<string, string>;
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

/** A key as it stands in a JSON pointer (RFC 6901), and back. */
export const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
export const unescapeKey = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** The parsed contract; everything the bff knows of a request or an answer comes from here. */
export const contract = contractDocument;

export const transitions: Record<Schemas['Event'], Transition> = contract['x-transitions'];

export function resolve<T>(node: T | { $ref?: string }): T {
  const ref = node && (node as { $ref?: string }).$ref;
  // a contract node is whatever the linted document holds at that place
  if (!ref) return node as T;
  let found = contract;
  for (const key of ref.slice(2).split('/')) found = found[unescapeKey(key)];
  return resolve(found as T);
}

const json = 'application/json';
const bytes = 'application/octet-stream';
const jsonSchema = 'content/application~1json/schema';

function toOperation(path: string, method: string, shared: (Parameter | JsonSchema)[], raw: RawOperation): Operation {
  const at = `/paths/${escapeKey(path)}/${method}`;
  const takes = (scheme: string) => raw.security?.some((schemes) => scheme in schemes) ?? false;
  const answers = Object.entries(raw.responses).map(([status, response]) => [
    status,
    response.$ref ? `${response.$ref.slice(1)}/${jsonSchema}` : `${at}/responses/${status}/${jsonSchema}`,
  ]);
  return {
    id: raw.operationId,
    // the linter allows these four methods only
    method: method as Operation['method'],
    path,
    tag: raw.tags[0],
    summary: raw.summary,
    permission: raw['x-permission'] ?? 'open',
    takesTicket: takes('ticket'),
    takesSubscriber: takes('subscriber'),
    parameters: [...shared, ...(raw.parameters ?? [])].map((parameter) => resolve<Parameter>(parameter)),
    takesBinaryBody: raw.requestBody !== undefined && bytes in raw.requestBody.content,
    ...(raw.requestBody && json in raw.requestBody.content ? { body: `${at}/requestBody/${jsonSchema}` } : {}),
    responseSchemas: Object.fromEntries(answers),
  };
}

export const allOperations: Operation[] = Object.entries<Record<string, unknown>>(contract.paths).flatMap(
  ([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, raw]) =>
      toOperation(path, method, parameters as Parameter[], raw as RawOperation),
    ),
);
