import type { Contract, Schema } from '../contract/types.ts';
import { code, table } from './markdown.ts';

export function textsSection(contract: Contract): string {
  const { ErrorKey, Rule } = contract.components.schemas;
  return [
    '## Error keys',
    'What `data.key` of an error answer may be, and what `message` then says.',
    texts(ErrorKey),
    '## Field rules',
    'What `rule` of a field error or a warning may be.',
    texts(Rule),
  ].join('\n\n');
}

function texts(schema: Schema | undefined): string {
  const rows = (schema?.enum ?? []).map((key) => {
    const text = schema?.['x-text']?.[key];
    return [code(key), text?.['zh-CN'] ?? '', text?.en ?? ''];
  });
  return table(['Key', 'zh-CN', 'en'], rows);
}
