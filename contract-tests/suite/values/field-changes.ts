import assert from 'node:assert/strict';
import type { BodyField } from '../../contract/body-fields.ts';
import type { CaseContext } from '../case-context.ts';
import type { Body, TestedEntity } from '../records/tested-entity.ts';
import type { RecordData } from '../requests/response-data.ts';
import { alternativeValue } from './alternative-body.ts';
import { sampleValue } from './sample-values.ts';

/** Names in other languages than the example's, with aliases in an order that is not that of the alphabet. */
export const otherLocales = {
  'zh-CN': { name: '另一个示例', aliases: ['乙别名', '甲别名'] },
  'pt-BR': { name: 'Exemplo de São Tomé', aliases: ['Zê', 'Á'] },
};

/** Returns the fields of a body that a client sets, each as a whole. */
export function writableFields({ fields }: TestedEntity): BodyField[] {
  return fields.filter(({ path, readOnly }) => path.length === 1 && !readOnly);
}

/** Returns a body of a record that differs in one field, or undefined for fields that other cases change. */
export async function bodyWithChange(context: CaseContext, body: Body, field: BodyField): Promise<Body | undefined> {
  const { backend, entity, records } = context;
  const [name = ''] = field.path;
  if (name === 'locales') return { ...body, locales: otherLocales };
  const reference = entity.references.find(({ path }) => path.join() === name);
  if (reference) return withOtherReference(context, body, name, reference.target);
  if (hasUniqueCode(entity, field)) return { ...body, [name]: (await records.freshBody(entity))[name] };
  if (field.schema.type === 'array') {
    const refers = entity.references.some(({ path }) => path[0] === name);
    const items = refers ? [] : [sampleValue(backend.contract, field.schema.items ?? {})];
    return { ...body, [name]: items };
  }
  const value = alternativeValue(entity, field) ?? otherText(field, body[name]);
  return value === undefined ? undefined : { ...body, [name]: value };
}

async function withOtherReference(
  { backend, entity, records, record }: CaseContext,
  body: Body,
  name: string,
  target: string,
): Promise<Body | undefined> {
  // other cases change what has to agree with another reference or field
  const mustAgree = ['city', 'country'].includes(name) && (entity.rules.length > 0 || body.city !== undefined);
  if (mustAgree || target === entity.tag) return undefined;
  const { code } = await backend.referenceTargets.findOrCreateOther(target, record[name], records);
  return { ...body, [name]: code };
}

function hasUniqueCode({ identityField, example }: TestedEntity, { path: [name = ''], schema }: BodyField): boolean {
  return name === identityField || (schema['x-case'] === 'upper' && !schema['x-reference'] && Boolean(example[name]));
}

function otherText({ schema, path }: BodyField, value: unknown): string | undefined {
  if (![schema.type].flat().includes('string') || schema['x-decimal']) return undefined;
  // the code of a station follows its UIC code
  if (path[0] === 'uicCode') return undefined;
  const regex = new RegExp(schema.pattern ?? '', 'u');
  const candidates = [`${value} Two`, `${value}two`, 'https://other.example/Path?q=1', '654321', '654', 'Another text'];
  return candidates.find((text) => regex.test(text) && text.length <= (schema.maxLength ?? text.length));
}

/** Asserts that a record or a proposal holds every field of a body, as the contract has it stored. */
export function assertHolds(entity: TestedEntity, actual: object | null | undefined, body: Body): void {
  for (const field of writableFields(entity)) {
    const [name = ''] = field.path;
    if (!(name in body)) continue;
    const stored = (actual as Body | null | undefined)?.[name]; // Cast: records and proposals hold the entity's fields.
    assert.deepEqual(normalised(field, stored), normalised(field, body[name]), `the field ${name}`);
  }
}

/** Asserts that the fields that a body leaves out have no value, or their default. */
export function assertHasNoOther(entity: TestedEntity, record: RecordData | null | undefined, body: Body): void {
  for (const field of writableFields(entity)) {
    const [name = ''] = field.path;
    if (name in body || name === 'code' || name === 'verification') continue;
    const { default: initial, type, properties } = field.schema;
    const empty = type === 'array' ? [] : type === 'object' && !properties ? {} : (initial ?? null);
    assert.deepEqual(record?.[name], empty, `the field ${name}, which was left out`);
  }
}

/** Brings a value into the form in which equal ones are the same: codes in capitals, decimals without zeros at the end. */
function normalised({ schema, path: [name] }: BodyField, value: unknown): unknown {
  if (name === 'locales') return withoutEmptyAliases(value);
  if (name === 'verification') {
    const { state, note = null, evidence = null } = Object(value);
    return { state, note, evidence };
  }
  if (name === 'operatorCodes') {
    const codes = value as { operator: string; code: string }[]; // Cast: as the contract has it.
    return codes.map(({ operator, code }) => ({ operator: operator.toUpperCase(), code }));
  }
  if (typeof value === 'string' && schema['x-decimal']) return Number(value);
  if (typeof value === 'string' && schema['x-case'] === 'upper') return value.toUpperCase();
  if (typeof value === 'number' && schema['x-decimals'] !== undefined)
    return Number(value.toFixed(schema['x-decimals']));
  if (typeof value === 'string' && schema.format === 'date-time') return Date.parse(value);
  return value ?? null;
}

function withoutEmptyAliases(locales: unknown): object {
  return Object.fromEntries(
    Object.entries(Object(locales)).map(([language, names]) => {
      const { name, aliases = [] } = names as { name: string; aliases?: string[] }; // Cast: as the contract has it.
      return [language, { name, aliases }];
    }),
  );
}
