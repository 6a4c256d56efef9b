export interface Ref {
  $ref: string;
}

export interface Texts {
  'zh-CN': string;
  en: string;
}

/** A rule between the field `at` and other fields, which its message calls `other`. */
export interface FieldRule {
  rule: string;
  at: string;
  fields: string[];
  other?: Texts;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  maxProperties?: number;
  propertyNames?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  default?: unknown;
  examples?: unknown[];
  'x-sortable'?: string[];
  'x-filters'?: (string | Parameter)[];
  'x-case'?: 'upper';
  'x-assigned'?: string;
  'x-hint'?: Texts;
  'x-text'?: Record<string, Texts>;
  'x-required-to-approve'?: string[];
  'x-reference'?: string;
  'x-search'?: 'code';
  'x-key'?: string[];
  'x-transitions'?: Record<string, { from: string[]; to: string }>;
  'x-read-only'?: boolean;
  'x-decimals'?: number;
  'x-decimal'?: boolean;
  'x-rules'?: FieldRule[];
  'x-title'?: string;
  'x-group'?: string;
  'x-label'?: Texts;
  'x-about'?: Texts;
  'x-unit'?: Texts;
  'x-default'?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: string | number;
  'x-precondition'?: boolean;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, Ref | { schema: Schema; required?: boolean }>;
  content?: Record<string, MediaType>;
}

export interface RawOperation {
  operationId?: string;
  summary?: string;
  'x-summary'?: { 'zh-CN': string };
  description?: string;
  tags?: string[];
  security?: unknown[];
  'x-permission'?: string;
  parameters?: (Parameter | Ref)[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Ref>;
}

export interface Transition {
  from: string[];
  to: string;
  permission: string;
  secondPerson?: boolean;
  reason?: string;
}

/** Who must approve the records of an entity. */
export type Review = 'second-person' | 'none';

/** The names that the operations and schemas of an entity are built from. */
export interface RecordNames {
  /** The record schema, such as `City`. Other schemas start with it: `CityWrite`, `CityListAnswer`. */
  schema: string;
  plural: string;
  path: string;
  /** The singular with its article. */
  one: string;
  many: string;
}

export interface Tag {
  name: string;
  description?: string;
  'x-label'?: Texts;
  'x-route'?: string;
  'x-review'?: Review;
  'x-record'?: RecordNames;
  'x-own-operations'?: string[];
}

export interface Contract {
  info: { description: string; version: string };
  tags: Tag[];
  'x-transitions': Record<string, Transition>;
  paths: Record<string, Record<string, RawOperation | (Parameter | Ref)[]>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { schema: Schema }>;
  };
}
