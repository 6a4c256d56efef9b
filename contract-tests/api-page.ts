import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readContract } from './contract/contract.ts';
import { lifeSection } from './page/life-section.ts';
import { operationsSection } from './page/operations-section.ts';
import { schemasSection } from './page/schemas-section.ts';
import { textsSection } from './page/texts-section.ts';

export const pageFile = fileURLToPath(new URL('../docs/api.md', import.meta.url));
export const pageCommand = 'npm run docs -w contract-tests';

export function makePage(): string {
  const contract = readContract();
  const head = [
    '# The API',
    `Made from \`openapi.yaml\` by \`${pageCommand}\`; change it there. Paths are relative to \`/dc\`.`,
    contract.info.description.trim(),
  ];
  const sections = [operationsSection, lifeSection, textsSection, schemasSection];
  return `${[...head, ...sections.map((section) => section(contract))].join('\n\n')}\n`;
}

export function readPage(): string {
  return readFileSync(pageFile, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(pageFile, makePage());
  console.log('docs/api.md written');
}
