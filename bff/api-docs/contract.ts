import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { contractFile } from '../contract-source.ts';

export const LANGUAGES = ['zh-CN', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Texts = Record<Language, string>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  'x-case'?: 'upper';
  'x-hint'?: Texts;
  'x-about'?: Texts;
  'x-label'?: Texts;
  'x-text'?: Record<string, Texts>;
  'x-required-to-approve'?: string[];
  'x-reference'?: string;
  'x-read-only'?: boolean;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  method: string;
  /** Empty for the webhook, which goes to the subscriber's own address. */
  path: string;
  operationId: string;
  summary: string;
  'x-summary'?: { 'zh-CN': string };
  description?: string;
  tags: string[];
  security?: unknown[];
  'x-permission'?: string;
  parameters?: (Parameter | Schema)[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, Response | Schema>;
}

export interface Tag {
  name: string;
  description?: string;
  'x-label'?: Texts;
  'x-record'?: { path: string; one: string };
  'x-review'?: string;
}

interface Transition {
  from: string[];
  to: string;
  permission: string;
  secondPerson?: boolean;
  reason?: string;
}

export interface Contract {
  info: { title: string; version: string; description: string };
  tags: Tag[];
  'x-transitions': Record<string, Transition>;
  paths: Record<string, Record<string, unknown>>;
  webhooks: { change: { post: Operation } };
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>;
}

/** Reads the contract. The casts in this file rely on the contract's linter and its rules. */
export const readContract = (): Contract =>
  parse(readFileSync(contractFile, 'utf8'), { maxAliasCount: -1 }) as Contract;

export const nameOf = ({ $ref }: { $ref?: string }): string | undefined => $ref?.split('/').at(-1);

/** Follows a reference within the contract. */
export function resolve<T extends object>(contract: Contract, node: T | Schema): T {
  if (!('$ref' in node) || !node.$ref) return node as T;
  const [, , section = '', name = ''] = node.$ref.split('/');
  const target = contract.components[section]?.[name];
  if (!target) throw new Error(`${node.$ref} does not exist in openapi.yaml`);
  return resolve(contract, target as T | Schema);
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations in the order of the document, with the parameters that their path has in common, followed by the webhook. */
export const operationsOf = (contract: Contract): Operation[] => [
  ...Object.entries(contract.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method] as Operation;
      const shared = (item.parameters ?? []) as Parameter[];
      return { ...operation, method, path, parameters: [...shared, ...(operation.parameters ?? [])] };
    }),
  ),
  { ...contract.webhooks.change.post, operationId: 'webhook', method: 'post', path: '', tags: ['feed'] },
];

/** The names of all schemas that a node refers to, directly or through other components. */
export function schemasReachedFrom(contract: Contract, node: unknown, names = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return names;
  const { $ref } = node as Schema;
  if ($ref) {
    const name = nameOf({ $ref }) ?? '';
    if ($ref.includes('/schemas/')) {
      if (names.has(name)) return names;
      names.add(name);
    }
    schemasReachedFrom(contract, resolve(contract, { $ref }), names);
  } else for (const value of Object.values(node)) schemasReachedFrom(contract, value, names);
  return names;
}
