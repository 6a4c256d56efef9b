import { refName } from '../contract/contract.ts';
import { entitiesOf, recordName } from '../contract/entities.ts';
import { fillPlaceholders } from '../contract/texts.ts';
import type { Contract, Schema } from '../contract/types.ts';
import { code, oneLine, table } from './markdown.ts';

/** Longer enums are truncated in the table. */
const MAX_LISTED_VALUES = 20;

export function schemasSection(contract: Contract): string {
  const [firstName, ...otherNames] = entitiesOf(contract).map((entity) => recordName(contract, entity) ?? '');
  const isShown = (name: string) =>
    !name.endsWith('Answer') &&
    !otherNames.some((other) => [other, ...entitySchemaSuffixes.map((suffix) => other + suffix)].includes(name));
  const schemas = Object.entries(contract.components.schemas).filter(([name]) => isShown(name));
  const objects = schemas.filter(([, schema]) => schema.properties);
  const valueSchemas = schemas.filter(([, schema]) => !schema.properties);
  return [
    '## Values',
    table(
      ['Name', 'Format', 'Meaning'],
      valueSchemas.map(([name, schema]) => [code(name), formatOf(schema), meaningOf(schema)]),
    ),
    '## Schemas',
    'Responses wrap these in the envelope. Fields in bold are required. A record has the written fields and those of every ' +
      `record. ${['', ...entitySchemaSuffixes].map((suffix) => code(`${firstName}${suffix}`)).join(', ')} are shown as examples of the schemas of every kind.`,
    ...objects.map(([name, schema]) => objectTable(contract, name, schema)),
  ].join('\n\n');
}

/** Suffixes of schemas that every entity has, of which the page shows those of the first entity. */
const entitySchemaSuffixes = ['Proposal', 'Data', 'ProposedData', 'Change'];

function objectTable(contract: Contract, name: string, schema: Schema): string {
  const record = contract.components.schemas[name.replace(/Write$/, '')];
  const requiredToApprove = record?.['x-required-to-approve'] ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(([field, property]) => [
    schema.required?.includes(field) ? `**${code(field)}**` : code(field),
    formatOf(property),
    [meaningOf(property), requiredToApprove.includes(field) ? 'Required for approval.' : ''].join(' ').trim(),
  ]);
  const head = [`### ${name}`, oneLine(schema.description ?? '')].filter(Boolean);
  const title = record?.['x-title'] ? [`Instead of a name, records have the title ${code(record['x-title'])}.`] : [];
  const rules = (schema['x-rules'] ?? []).map(({ rule, at, fields, other }) => {
    const text = contract.components.schemas.Rule?.['x-text']?.[rule]?.en ?? '';
    return `- ${code(at)}, ${code(rule)} against ${fields.map(code).join(', ')}: ${fillPlaceholders(text, { other: other?.en ?? '' })}.`;
  });
  return [...head, ...title, table(['Field', 'Format', 'Meaning'], rows), rules.join('\n')]
    .filter(Boolean)
    .join('\n\n');
}

function meaningOf(schema: Schema): string {
  const { 'x-reference': target, 'x-decimals': decimals } = schema;
  const facts = [
    oneLine(schema.description ?? ''),
    schema['x-read-only'] && 'Set by the server.',
    target && `Refers to a ${code(target)}.`,
    schema['x-search'] && 'Searched like a code.',
    decimals !== undefined && `Rounded to ${decimals} decimals.`,
  ];
  return facts.filter(Boolean).join(' ');
}

function formatOf(schema: Schema): string {
  const schemaName = refName(schema);
  if (schemaName) return code(schemaName);
  const choice = schema.oneOf ?? schema.anyOf;
  if (choice) return choice.map(formatOf).join(' or ');
  if (schema.items) return `list of ${formatOf(schema.items)}${limitsOf(schema)}`;
  if (schema.enum) return enumOf(schema.enum);
  const type = [schema.type ?? 'any'].flat().join(' or ');
  const constraints = [
    schema.format,
    schema.pattern && code(schema.pattern),
    schema['x-case'] && 'converted to upper case',
  ];
  return [type, ...constraints.filter((part) => part !== undefined)].join(', ') + limitsOf(schema);
}

function enumOf(values: string[]): string {
  const shownValues = values.slice(0, MAX_LISTED_VALUES).map((value) => code(String(value)));
  const hiddenCount = values.length - shownValues.length;
  return shownValues.join(' ') + (hiddenCount > 0 ? ` and ${hiddenCount} more` : '');
}

function limitsOf(schema: Schema): string {
  const bounds = [
    [schema.minLength ?? schema.minItems, schema.maxLength ?? schema.maxItems, schema.items ? 'items' : 'characters'],
    [schema.minimum, schema.maximum, ''],
  ] as const;
  return bounds
    .filter(([low, high]) => low !== undefined || high !== undefined)
    .map(([low, high, unit]) => `, ${low ?? '…'} to ${high ?? '…'} ${unit}`.trimEnd())
    .join('');
}
