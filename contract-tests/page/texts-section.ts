import type { Contract, Schema } from '../contract/types.ts';
import { code, table } from './markdown.ts';

export function textsSection(contract: Contract): string {
  const { ErrorKey, Rule } = contract.components.schemas;
  return [
    '## Error keys',
    'The possible values of `data.key` in error responses, with the `message` of each.',
    textTable(ErrorKey),
    '## Field rules',
    'The possible values of `rule` in field errors and warnings.',
    textTable(Rule),
  ].join('\n\n');
}

function textTable(schema: Schema | undefined): string {
  const rows = (schema?.enum ?? []).map((key) => {
    const text = schema?.['x-text']?.[key];
    return [code(key), text?.['zh-CN'] ?? '', text?.en ?? ''];
  });
  return table(['Key', 'zh-CN', 'en'], rows);
}
