import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readContract } from './contract/contract.ts';
import { operationsSection } from './page/operations-section.ts';
import { schemasSection } from './page/schemas-section.ts';
import { textsSection } from './page/texts-section.ts';
import { transitionsSection } from './page/transitions-section.ts';

export const API_PAGE_FILE = fileURLToPath(new URL('../docs/api.md', import.meta.url));
export const API_PAGE_COMMAND = 'npm run docs -w contract-tests';

export function renderApiPage(): string {
  const contract = readContract();
  const introduction = [
    '# The API',
    `Generated from \`openapi.yaml\` by \`${API_PAGE_COMMAND}\`; edit that file instead of this one. Paths are relative to \`/dc\`.`,
    contract.info.description.trim(),
  ];
  const sections = [operationsSection, transitionsSection, textsSection, schemasSection];
  return `${[...introduction, ...sections.map((section) => section(contract))].join('\n\n')}\n`;
}

export function readApiPage(): string {
  return readFileSync(API_PAGE_FILE, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(API_PAGE_FILE, renderApiPage());
  console.log('docs/api.md written');
}
