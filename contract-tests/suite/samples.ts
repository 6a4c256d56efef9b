import { withoutNull } from '../contract/entities.ts';
import type { Contract, Schema } from '../contract/types.ts';
import { likelyFree } from './codes.ts';

const texts = ['sample', 'S', '05:00', '2', 'https://sample.example/', 'Asia/Shanghai'];

/** A value that a schema takes. */
export function sampleOf(contract: Contract, schema: Schema): unknown {
  const plain = withoutNull(contract, schema);
  const { items, properties = {}, required = [], minimum = 0 } = plain;
  if (plain.enum) return plain.enum[0];
  switch ([plain.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, sampleOf(contract, properties[name] ?? {})]));
    case 'array':
      return items ? [sampleOf(contract, items)] : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return minimum + 1;
    default:
      return sampleText(plain);
  }
}

function sampleText(schema: Schema): string {
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (schema.format === 'date') return '2026-01-01';
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z';
  const fits = new RegExp(schema.pattern ?? '', 'u');
  const found = texts.find((text) => fits.test(text) && text.length <= (schema.maxLength ?? text.length));
  return found ?? likelyFree(schema)[0] ?? '';
}
