import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { PROJECT_ROOT } from '../child.ts';

interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  'x-reference'?: string;
  'x-read-only'?: boolean;
}

interface Operation {
  requestBody: { content: Record<string, { schema: Schema; example: unknown }> };
}

// The cast: the linted contract has this shape.
const contract = parse(readFileSync(path.join(PROJECT_ROOT, 'openapi.yaml'), 'utf8'), { maxAliasCount: -1 }) as {
  paths: Record<string, Record<string, Operation>>;
};

/** Markup that calls the global function `ran` if a browser interprets it. */
export const injectedScript = '<img src=x onerror="ran()"><script>ran()</script>';
/** The longest variant comes first. The others fit fields that are short or do not allow spaces. */
const scriptVariants = [
  injectedScript,
  '<img src=x onerror="ran()">',
  '<svg/onload=ran>',
  'https://x/"><script>ran()</script>',
];

function resolve({ $ref, oneOf, ...rest }: Schema): Schema {
  if (oneOf) return resolve(oneOf.find(({ type }) => type !== 'null') ?? {});
  if (!$ref) return rest;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => Object(node)[name], contract);
  // The cast: every $ref of the linted contract points to a schema.
  return { ...resolve(target as Schema), ...rest };
}

function injectScripts(schemaOrRef: Schema, example: unknown): unknown {
  const schema = resolve(schemaOrRef);
  const { properties, additionalProperties: member, items } = schema;
  if (schema['x-read-only']) return example;
  const memberEntries = Object.entries(Object(example));
  if (properties) {
    const names = Object.entries(properties).map(([name, propertySchema]) => [
      name,
      injectScripts(propertySchema, Object(example)[name]),
    ]);
    return Object.fromEntries(names.filter(([, value]) => value !== undefined));
  }
  if (typeof member === 'object')
    return Object.fromEntries(memberEntries.map(([name, value]) => [name, injectScripts(member, value)]));
  if (items) {
    const injectedItems = Array.isArray(example)
      ? example.map((value) => injectScripts(items, value))
      : [injectScripts(items, undefined)];
    return injectedItems.includes(undefined) ? example : injectedItems;
  }
  return scriptVariants.find((text) => acceptsText(schema, text)) ?? example;
}

const acceptsText = ({ type, format, pattern = '', maxLength = Infinity, ...schema }: Schema, text: string): boolean =>
  [type].flat().includes('string') &&
  !schema.enum &&
  !format &&
  !schema['x-reference'] &&
  text.length <= maxLength &&
  new RegExp(pattern, 'u').test(text);

/** Returns the contract's example body for a resource, plain and with a script in every text field that accepts one. */
export function exampleBodies(resource: string): Record<'plain' | 'hostile', Record<string, unknown>> {
  const content = contract.paths[`/api/v1${resource}`]?.post?.requestBody.content['application/json'];
  if (!content) throw new Error(`the contract has no POST ${resource}`);
  // The casts: request bodies of the contract are objects.
  return {
    plain: content.example as Record<string, unknown>,
    hostile: injectScripts(content.schema, content.example) as Record<string, unknown>,
  };
}
