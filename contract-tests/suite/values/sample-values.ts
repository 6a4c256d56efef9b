import { withoutNull } from '../../contract/entities.ts';
import type { Contract, Schema } from '../../contract/types.ts';
import { probablyUnusedValues } from './probably-unused-values.ts';

const sampleTexts = ['sample', 'S', '05:00', '2', 'https://sample.example/', 'Asia/Shanghai'];

/** Returns a value that matches a schema. */
export function sampleValue(contract: Contract, schema: Schema): unknown {
  const nonNull = withoutNull(contract, schema);
  const { items, properties = {}, required = [], minimum = 0 } = nonNull;
  if (nonNull.enum) return nonNull.enum[0];
  switch ([nonNull.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, sampleValue(contract, properties[name] ?? {})]));
    case 'array':
      return items ? [sampleValue(contract, items)] : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return minimum + 1;
    default:
      return sampleText(nonNull);
  }
}

function sampleText(schema: Schema): string {
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (schema.format === 'date') return '2026-01-01';
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z';
  const regex = new RegExp(schema.pattern ?? '', 'u');
  const sample = sampleTexts.find((text) => regex.test(text) && text.length <= (schema.maxLength ?? text.length));
  return sample ?? probablyUnusedValues(schema)[0] ?? '';
}
