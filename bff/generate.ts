import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const contract = new URL('../openapi.yaml', import.meta.url);
const target = new URL('./src/http/contract.gen.ts', import.meta.url);

const types = astToString(await openapiTS(contract));
const before = await readFile(target, 'utf8').catch(() => '');
if (before !== types) await writeFile(target, types);
