import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { contractFile, contractHash } from './contract-source.ts';
import { outlinesFile } from './generate-outlines.ts';

async function write(name: string, text: string): Promise<void> {
  const target = new URL(`./src/http/${name}.gen.ts`, import.meta.url);
  const before = await readFile(target, 'utf8').catch(() => '');
  // a file that is written anew restarts the service of `npm run dev`
  if (before !== text) await writeFile(target, text);
}

/**
 * A node of the contract without what is for people alone: descriptions, and examples of answers; those of requests are for tests.
 * The members of `properties` are names of fields, whatever they are.
 */
function withoutProse(node: unknown, { ofFields = false, ofAnswers = false } = {}): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutProse(item, { ofAnswers }));
  if (typeof node !== 'object' || node === null) return node;
  const isProse = (key: string) => !ofFields && (key === 'description' || (ofAnswers && key === 'example'));
  const kept = Object.entries(node).filter(([key]) => !isProse(key));
  const inner = (key: string) => ({
    ofFields: !ofFields && key === 'properties',
    ofAnswers: ofAnswers || (!ofFields && key === 'responses'),
  });
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutProse(value, inner(key))]));
}

/** The contract as a module. JSON in a string, because that is read a hundred times faster than YAML. */
async function documentModule(): Promise<string> {
  const document = parse(await readFile(contractFile, 'utf8'), { maxAliasCount: -1 });
  const json = JSON.stringify(JSON.stringify(withoutProse(document)));
  return `export const madeFrom = '${contractHash()}';\n\nexport const contractDocument = JSON.parse(\n  ${json},\n);\n`;
}

await write('contract', astToString(await openapiTS(contractFile)));
await write('contract-document', await documentModule());
await writeFile(new URL('./src/entities/place/outlines.gen.bin', import.meta.url), outlinesFile());
