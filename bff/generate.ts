import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { buildSite } from './api-docs/site.ts';
import { contractFile, contractHash } from './contract-source.ts';
import { outlinesFile } from './generate-outlines.ts';

async function write(name: string, text: string): Promise<void> {
  const target = new URL(`./src/${name}.gen.ts`, import.meta.url);
  const before = await readFile(target, 'utf8').catch(() => '');
  // a file that is written anew restarts the service of `npm run dev`
  if (before !== text) await writeFile(target, text);
}

/** Members that only `npm run contract` reads. */
const toolMembers = ['x-record', 'x-own-operations', 'x-sortable', 'x-filters', 'examples'];

/** Whether to leave out a member with this key; `ofAnswers` is true below `responses`. */
type Omission = (key: string, ofAnswers: boolean) => boolean;

const isToolMember: Omission = (key) => toolMembers.includes(key);

/** What is for people alone: descriptions, and examples of answers; those of requests are for tests. */
const isProse: Omission = (key, ofAnswers) =>
  key === 'description' || key === 'x-summary' || (ofAnswers && key === 'example');

/** A node of the contract without some members. Those of `properties` stay: they are named after fields. */
function without(node: unknown, isOmitted: Omission, { ofFields = false, ofAnswers = false } = {}): unknown {
  if (Array.isArray(node)) return node.map((item) => without(item, isOmitted, { ofAnswers }));
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).filter(([key]) => ofFields || !isOmitted(key, ofAnswers));
  const place = (key: string) => ({
    ofFields: !ofFields && key === 'properties',
    ofAnswers: ofAnswers || (!ofFields && key === 'responses'),
  });
  return Object.fromEntries(members.map(([key, value]) => [key, without(value, isOmitted, place(key))]));
}

/** The contract as a module. JSON in a string, because that is read a hundred times faster than YAML. */
function documentModule(document: unknown): string {
  const json = JSON.stringify(JSON.stringify(without(document, isProse)));
  return `export const madeFrom = '${contractHash()}';\n\nexport const contractDocument = JSON.parse(\n  ${json},\n);\n`;
}

/** The migrations that this version needs, by the names of their files, as a module. */
async function migrationsModule(): Promise<string> {
  const files = await readdir(new URL('../db/migrations/', import.meta.url));
  const names = files.flatMap((file) => /^(\d{4}-.*)\.ts$/.exec(file)?.[1] ?? []).sort();
  return `export const migrations = ${JSON.stringify(names)};\n`;
}

const document = without(parse(await readFile(contractFile, 'utf8'), { maxAliasCount: -1 }), isToolMember);
await write('http/contract', astToString(await openapiTS(JSON.stringify(document))));
await write('http/contract-document', documentModule(document));
await write('migrations', await migrationsModule());
await writeFile(new URL('./src/entities/place/outlines.gen.bin', import.meta.url), outlinesFile());

const siteFolder = new URL('./src/http/api-docs.gen/', import.meta.url);
await rm(siteFolder, { recursive: true, force: true });
for (const [name, text] of buildSite()) {
  await mkdir(new URL('.', new URL(name, siteFolder)), { recursive: true });
  await writeFile(new URL(name, siteFolder), text);
}
