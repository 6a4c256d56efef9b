import { type Contract, type Language, nameOf, type Schema, type Tag } from './contract.ts';
import { type Content, code, html, join } from './html.ts';
import { phrase, prose } from './prose.ts';
import type { Translate } from './texts.ts';

/** What the parts of a page need to know. */
export interface PageContext {
  contract: Contract;
  language: Language;
  t: Translate;
  /** The tag of the page; undefined for the overview and the schemas that several tags share. */
  tag: Tag | undefined;
  /** The link to a schema, on this page or on the one of shared schemas. */
  schemaLink(name: string): string;
}

/** Longer enumerations are shortened. */
const MAX_VALUES = 24;

const limits = (low: number | undefined, high: number | undefined, unit: string): Content =>
  low === undefined
    ? high !== undefined && `≤ ${high}${unit}`
    : `${high === undefined ? `≥ ${low}` : low === high ? low : `${low}–${high}`}${unit}`;

/** What a value looks like: its type or schema, its values and its limits. */
export function formatOf(context: PageContext, schema: Schema): Content {
  const { t, schemaLink } = context;
  const name = nameOf(schema);
  if (name) return html`<a href="${schemaLink(name)}">${name}</a>`;
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants)
    return join(
      variants.map((variant) => formatOf(context, variant)),
      t('or'),
    );
  if (schema.items) {
    const limit = limits(schema.minItems, schema.maxItems, t('items'));
    return [t('listOf'), formatOf(context, schema.items), limit && `, `, limit];
  }
  if (typeof schema.additionalProperties === 'object')
    return [t('mapOf'), formatOf(context, schema.additionalProperties)];
  if (schema.enum) return enumOf(context, schema.enum);
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const facts: Content[] = [
    [schema.type ?? 'any'].flat().join(t('or')),
    schema.format,
    schema.pattern && code(schema.pattern),
    schema['x-case'] && t('upperCase'),
    limits(schema.minLength, schema.maxLength, t('characters')),
    limits(schema.minimum, schema.maximum, ''),
  ];
  return join(facts.filter(Boolean), ', ');
}

function enumOf({ t }: PageContext, values: unknown[]): Content {
  const shown = join(
    values.slice(0, MAX_VALUES).map((value) => code(String(value))),
    ' ',
  );
  return [shown, values.length > MAX_VALUES && ` ${t('more').replace('{n}', String(values.length))}`];
}

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** The fields of an object; those of objects that have no name of their own follow theirs, as `data.items[].id`. */
function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const field = { name: prefix + key, schema: property, isRequired: schema.required?.includes(key) ?? false };
    const inner = property.properties ? property : property.items?.properties ? property.items : undefined;
    if (!inner) return [field];
    return [field, ...fieldsOf(inner, `${prefix}${key}${inner === property ? '.' : '[].'}`)];
  });
}

/** What a field means, in the reader's language where the contract has that. */
function meaningOf(context: PageContext, schema: Schema): Content {
  const { language, t, contract } = context;
  const { description, 'x-about': about, 'x-reference': reference } = schema;
  const label = contract.tags.find(({ name }) => name === reference)?.['x-label']?.[language];
  const facts = [
    about?.[language] ?? (description && phrase(context, description)),
    schema['x-read-only'] && t('readOnly'),
    label && `${t('refersTo')}${label}`,
    schema.default !== undefined && [t('defaultValue'), code(JSON.stringify(schema.default))],
  ];
  return join(facts.filter(Boolean), ' · ');
}

interface TableRow {
  name: string;
  note: Content;
  format: Content;
  meaning: Content;
}

/** A table that scrolls by itself when it is wider than its column. */
const tableOf = ({ t }: PageContext, label: string, rows: TableRow[]): Content =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table>
<thead><tr><th scope="col">${t('field')}</th><th scope="col">${t('format')}</th><th scope="col">${t('meaning')}</th></tr></thead>
<tbody>${rows.map(
    ({ name, note, format, meaning }) =>
      html`<tr><th scope="row"><code>${name}</code>${note && html` <small>${note}</small>`}</th><td>${format}</td><td>${meaning}</td></tr>
`,
  )}</tbody></table></div>`;

/** The fields of a schema as a table, or its format if it has no fields. */
export function schemaTable(context: PageContext, label: string, schema: Schema): Content {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return html`<p>${formatOf(context, schema)}</p><p>${meaningOf(context, schema)}</p>`;
  const toApprove = schema['x-required-to-approve'] ?? [];
  const rows = fields.map(({ name, schema: field, isRequired }) => ({
    name,
    note: isRequired ? context.t('required') : toApprove.includes(name) && context.t('requiredToApprove'),
    format: field.properties
      ? 'object'
      : field.items?.properties
        ? [context.t('listOf'), 'object']
        : formatOf(context, field),
    meaning: meaningOf(context, field),
  }));
  return tableOf(context, label, rows);
}

export interface NamedValue {
  name: string;
  place: string;
  isRequired: boolean;
  description: string | undefined;
  schema: Schema;
}

export const parameterTable = (context: PageContext, label: string, parameters: NamedValue[]): Content =>
  tableOf(
    context,
    label,
    parameters.map(({ name, place, isRequired, description, schema }) => ({
      name,
      note: [place, isRequired && ` · ${context.t('required')}`],
      format: formatOf(context, schema),
      meaning: meaningOf(context, description ? { ...schema, description } : schema),
    })),
  );

/** `heading` depends on whether a heading of level 2 stands above. */
export function schemaSection(context: PageContext, name: string, heading: 'h2' | 'h3'): Content {
  const schema = context.contract.components.schemas[name] ?? {};
  const { description, 'x-about': _, ...rest } = schema;
  const about = schema['x-about']?.[context.language];
  return html`<section class="schema" id="schema-${name}"><${heading}><a href="#schema-${name}">${name}</a></${heading}>
${about ? html`<p>${about}</p>` : prose(context, description)}${schemaTable(context, name, rest)}</section>
`;
}
