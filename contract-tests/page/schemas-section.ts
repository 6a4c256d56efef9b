import { refName } from '../contract/contract.ts';
import { entitiesOf, recordName } from '../contract/entities.ts';
import { fill } from '../contract/texts.ts';
import type { Contract, Schema } from '../contract/types.ts';
import { code, oneLine, table } from './markdown.ts';

/** Longer enums are cut off in the table. */
const MAX_LISTED_VALUES = 20;

export function schemasSection(contract: Contract): string {
  const [first, ...others] = entitiesOf(contract).map((entity) => recordName(contract, entity) ?? '');
  const isShown = (name: string) =>
    !name.endsWith('Answer') &&
    !others.some((other) => [other, ...kindSuffixes.map((part) => other + part)].includes(name));
  const schemas = Object.entries(contract.components.schemas).filter(([name]) => isShown(name));
  const objects = schemas.filter(([, schema]) => schema.properties);
  const values = schemas.filter(([, schema]) => !schema.properties);
  return [
    '## Values',
    table(
      ['Name', 'Format', 'Meaning'],
      values.map(([name, schema]) => [code(name), format(schema), meaning(schema)]),
    ),
    '## Schemas',
    'Answers wrap these in the envelope; fields in bold are always there. A record is what was written and what every ' +
      `record has; ${['', ...kindSuffixes].map((part) => code(`${first}${part}`)).join(', ')} stand for those of every kind.`,
    ...objects.map(([name, schema]) => objectTable(contract, name, schema)),
  ].join('\n\n');
}

/** Suffixes of schemas that every kind has; only those of the first kind are shown. */
const kindSuffixes = ['Proposal', 'Data', 'ProposedData', 'Change'];

function objectTable(contract: Contract, name: string, schema: Schema): string {
  const record = contract.components.schemas[name.replace(/Write$/, '')];
  const requiredToApprove = record?.['x-required-to-approve'] ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(([field, property]) => [
    schema.required?.includes(field) ? `**${code(field)}**` : code(field),
    format(property),
    [meaning(property), requiredToApprove.includes(field) ? 'Required for approval.' : ''].join(' ').trim(),
  ]);
  const head = [`### ${name}`, oneLine(schema.description ?? '')].filter(Boolean);
  const title = record?.['x-title'] ? [`In the place of a name stands ${code(record['x-title'])}.`] : [];
  const rules = (schema['x-rules'] ?? []).map(({ rule, at, fields, other }) => {
    const text = contract.components.schemas.Rule?.['x-text']?.[rule]?.en ?? '';
    return `- ${code(at)}, ${code(rule)} against ${fields.map(code).join(', ')}: ${fill(text, { other: other?.en ?? '' })}.`;
  });
  return [...head, ...title, table(['Field', 'Format', 'Meaning'], rows), rules.join('\n')]
    .filter(Boolean)
    .join('\n\n');
}

function meaning(schema: Schema): string {
  const { 'x-reference': target, 'x-decimals': decimals } = schema;
  const facts = [
    oneLine(schema.description ?? ''),
    schema['x-read-only'] && 'Set by the server.',
    target && `Refers to a ${code(target)}.`,
    schema['x-search'] && 'Found as codes are.',
    decimals !== undefined && `Rounded to ${decimals} decimals.`,
  ];
  return facts.filter(Boolean).join(' ');
}

function format(schema: Schema): string {
  const schemaName = refName(schema);
  if (schemaName) return code(schemaName);
  const choice = schema.oneOf ?? schema.anyOf;
  if (choice) return choice.map(format).join(' or ');
  if (schema.items) return `list of ${format(schema.items)}${limits(schema)}`;
  if (schema.enum) return values(schema.enum);
  const type = [schema.type ?? 'any'].flat().join(' or ');
  const constraints = [
    schema.format,
    schema.pattern && code(schema.pattern),
    schema['x-case'] && 'folded to upper case',
  ];
  return [type, ...constraints.filter((part) => part !== undefined)].join(', ') + limits(schema);
}

function values(all: string[]): string {
  const shownValues = all.slice(0, MAX_LISTED_VALUES).map((value) => code(String(value)));
  const hiddenCount = all.length - shownValues.length;
  return shownValues.join(' ') + (hiddenCount > 0 ? ` and ${hiddenCount} more` : '');
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
