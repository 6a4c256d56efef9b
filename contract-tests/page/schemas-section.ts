import { refName } from '../contract/contract.ts';
import type { Contract, Schema } from '../contract/types.ts';
import { code, oneLine, table } from './markdown.ts';

/** Beyond this a list of values is data, not something to read. */
const listedValues = 20;

export function schemasSection(contract: Contract): string {
  const schemas = Object.entries(contract.components.schemas).filter(([name]) => !name.endsWith('Answer'));
  const objects = schemas.filter(([, schema]) => schema.properties);
  const values = schemas.filter(([, schema]) => !schema.properties);
  return [
    '## Values',
    table(
      ['Name', 'Format', 'Meaning'],
      values.map(([name, schema]) => [code(name), format(schema), oneLine(schema.description ?? '')]),
    ),
    '## Schemas',
    'Answers wrap these in the envelope; fields in bold are always there.',
    ...objects.map(([name, schema]) => objectTable(name, schema)),
  ].join('\n\n');
}

function objectTable(name: string, schema: Schema): string {
  const needed = schema['x-required-to-approve'] ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(([field, property]) => [
    schema.required?.includes(field) ? `**${code(field)}**` : code(field),
    format(property),
    [oneLine(property.description ?? ''), needed.includes(field) ? 'Required for approval.' : ''].join(' ').trim(),
  ]);
  const head = [`### ${name}`, oneLine(schema.description ?? '')].filter(Boolean);
  return [...head, table(['Field', 'Format', 'Meaning'], rows)].join('\n\n');
}

function format(schema: Schema): string {
  const named = refName(schema);
  if (named) return code(named);
  const choice = schema.oneOf ?? schema.anyOf;
  if (choice) return choice.map(format).join(' or ');
  if (schema.items) return `list of ${format(schema.items)}${limits(schema)}`;
  if (schema.enum) return values(schema.enum);
  const type = [schema.type ?? 'any'].flat().join(' or ');
  const like = [schema.format, schema.pattern && code(schema.pattern), schema['x-case'] && 'folded to upper case'];
  return [type, ...like.filter((part) => part !== undefined)].join(', ') + limits(schema);
}

function values(all: string[]): string {
  const listed = all.slice(0, listedValues).map((value) => code(String(value)));
  const rest = all.length - listed.length;
  return listed.join(' ') + (rest > 0 ? ` and ${rest} more` : '');
}

function limits(schema: Schema): string {
  const bounds = [
    [schema.minLength ?? schema.minItems, schema.maxLength ?? schema.maxItems, schema.items ? 'items' : 'characters'],
    [schema.minimum, schema.maximum, ''],
  ] as const;
  return bounds
    .filter(([low, high]) => low !== undefined || high !== undefined)
    .map(([low, high, unit]) => `, ${low ?? '…'} to ${high ?? '…'} ${unit}`.trimEnd())
    .join('');
}
