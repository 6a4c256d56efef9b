import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { contractFile, contractHash } from './contract-source.ts';

async function write(name: string, text: string): Promise<void> {
  const target = new URL(`./src/http/${name}.gen.ts`, import.meta.url);
  const before = await readFile(target, 'utf8').catch(() => '');
  // a file that is written anew restarts the service of `npm run dev`
  if (before !== text) await writeFile(target, text);
}

/** The contract as a module. JSON in a string, because that is read a hundred times faster than YAML. */
async function documentModule(): Promise<string> {
  const document = parse(await readFile(contractFile, 'utf8'), { maxAliasCount: -1 });
  const json = JSON.stringify(JSON.stringify(document));
  return `export const madeFrom = '${contractHash()}';\n\nexport const contractDocument = JSON.parse(\n  ${json},\n);\n`;
}

await write('contract', astToString(await openapiTS(contractFile)));
await write('contract-document', await documentModule());
