import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from './child.ts';

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

// The cast: the contract, linted as such.
const contract = parse(readFileSync(path.join(root, 'openapi.yaml'), 'utf8'), { maxAliasCount: -1 }) as {
  paths: Record<string, Record<string, Operation>>;
};

/** What would run if it were taken for markup, by calling `ran()`. */
export const script = '<img src=x onerror="ran()"><script>ran()</script>';
/** The most telling first; the others are for fields that are short or take no spaces. */
const scripts = [script, '<img src=x onerror="ran()">', '<svg/onload=ran>', 'https://x/"><script>ran()</script>'];

function resolve({ $ref, oneOf, ...own }: Schema): Schema {
  if (oneOf) return resolve(oneOf.find(({ type }) => type !== 'null') ?? {});
  if (!$ref) return own;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => Object(node)[name], contract);
  // The cast: a reference of the linted contract leads to a schema.
  return { ...resolve(found as Schema), ...own };
}

function hostile(given: Schema, example: unknown): unknown {
  const schema = resolve(given);
  const { properties, additionalProperties: member, items } = schema;
  if (schema['x-read-only']) return example;
  const all = Object.entries(Object(example));
  if (properties) {
    const names = Object.entries(properties).map(([name, own]) => [name, hostile(own, Object(example)[name])]);
    return Object.fromEntries(names.filter(([, value]) => value !== undefined));
  }
  if (typeof member === 'object') return Object.fromEntries(all.map(([name, value]) => [name, hostile(member, value)]));
  if (items) {
    const made = Array.isArray(example) ? example.map((value) => hostile(items, value)) : [hostile(items, undefined)];
    return made.includes(undefined) ? example : made;
  }
  return scripts.find((text) => takes(schema, text)) ?? example;
}

const takes = ({ type, format, pattern = '', maxLength = Infinity, ...schema }: Schema, text: string): boolean =>
  [type].flat().includes('string') &&
  !schema.enum &&
  !format &&
  !schema['x-reference'] &&
  text.length <= maxLength &&
  new RegExp(pattern, 'u').test(text);

/** The contract's example of what makes something there, and the same with a script in every field that takes one. */
export function bodiesOf(resource: string): Record<'plain' | 'hostile', Record<string, unknown>> {
  const content = contract.paths[`/api/v1${resource}`]?.post?.requestBody.content['application/json'];
  if (!content) throw new Error(`nothing is made at ${resource}`);
  // The casts: the bodies of the contract are objects.
  return {
    plain: content.example as Record<string, unknown>,
    hostile: hostile(content.schema, content.example) as Record<string, unknown>,
  };
}
