import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Generator, getConfig } from '@tanstack/router-generator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import openapiTS, { astToString } from 'openapi-typescript';
import { build } from 'vite';
import { parse } from 'yaml';
import { collectFacts } from './src/api/collect-facts.ts';
import type { Contract } from './src/api/contract-document.ts';
import { factsModules } from './src/api/facts-modules.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const header = '// Made by `npm run generate -w ui` from openapi.yaml; change that instead.\n';

// Vite's plugin makes this file too: whatever decides about its text stays at the generator's default here and there.
const routerConfig = {
  target: 'react',
  routesDirectory: here('src/routes'),
  generatedRouteTree: here('src/routeTree.gen.ts'),
  tmpDir: here('../node_modules/.cache/route-tree'),
  disableLogging: true,
} as const;

/** Leaves an unchanged file alone, so that neither tsc nor a watching dev server starts over for nothing. */
function write(path: string, content: string): string[] {
  const file = here(path);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return [];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return [path];
}

/** What only `npm run contract` reads of a schema. */
const toolMembers = ['x-sortable', 'x-filters', 'examples'];

function readContract(): Contract {
  // The cast: collectFacts checks whatever it takes from the document.
  const contract = parse(readFileSync(here('../openapi.yaml'), 'utf8')) as Contract;
  for (const schema of Object.values(contract.components.schemas)) {
    for (const member of toolMembers) Reflect.deleteProperty(schema, member);
  }
  return contract;
}

async function contractModule(contract: Contract): Promise<string> {
  return header + astToString(await openapiTS(JSON.stringify(contract)));
}

/** Ajv's own output asks for `require` and for Ajv; bundled, each body's check is a module that a page may load. */
async function validatorModules(contract: Contract, names: readonly string[]): Promise<Record<string, string>> {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    code: { source: true, esm: true },
    keywords: [
      'x-required-to-approve',
      'x-case',
      'x-assigned',
      'x-hint',
      'x-text',
      'x-key',
      'x-reference',
      'x-search',
      'x-read-only',
      'x-decimals',
      'x-decimal',
      'x-rules',
      'x-title',
      'x-label',
      'x-group',
      'x-about',
      'x-unit',
      'x-default',
      'x-transitions',
    ],
  });
  // The cast: ajv-formats is typed by its CommonJS face, where the function is the module itself.
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  // Ajv is strict about places it does not know, so the schemas move to the place that JSON Schema has for them.
  const schemas = JSON.stringify(contract.components.schemas).replaceAll('#/components/schemas/', '#/$defs/');
  ajv.addSchema({ $id: 'contract', $defs: JSON.parse(schemas) });
  const code = Object.fromEntries(
    names.map((name) => [here(`${name}.js`), standaloneCode(ajv, { check: `contract#/$defs/${name}` })]),
  );
  const bundle = await build({
    configFile: false,
    logLevel: 'silent',
    root: here('.'),
    build: {
      write: false,
      minify: false,
      lib: { entry: Object.fromEntries(names.map((name) => [name, here(`${name}.js`)])), formats: ['es'] },
      rolldownOptions: { output: { entryFileNames: '[name].gen.js', chunkFileNames: 'shared-[name].gen.js' } },
    },
    plugins: [
      {
        name: 'validators',
        enforce: 'pre',
        resolveId: (id) => (id in code ? id : null),
        load: (id) => code[id] ?? null,
      },
    ],
  });
  const [output] = Array.isArray(bundle) ? bundle : [bundle];
  if (!output || !('output' in output)) throw new Error('The bundler made no modules of the validators.');
  return Object.fromEntries(
    output.output.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, header + chunk.code] as const] : [])),
  );
}

/** Which module holds a body's check, loaded when it is first asked for. */
const validatorsTable = (names: readonly string[]): string =>
  [
    header,
    "import type { ErrorObject } from 'ajv';\n",
    'export interface Check {\n  (data: unknown): boolean;\n  errors?: ErrorObject[] | null;\n}\n',
    'export const validators = {\n',
    ...names.map((name) => `  ${name}: (): Promise<{ check: Check }> => import('./validators/${name}.gen.js'),\n`),
    '};\n',
  ].join('');

const validatorTypes = `${header}import type { Check } from '../validators.gen.ts';\nexport const check: Check;\n`;

async function routeTree(): Promise<string[]> {
  if (!existsSync(here('src/routes/__root.tsx'))) {
    console.log('src/routes holds no __root.tsx yet, so no route tree is made.');
    return [];
  }
  const read = () =>
    existsSync(routerConfig.generatedRouteTree) ? readFileSync(routerConfig.generatedRouteTree, 'utf8') : '';
  const before = read();
  await new Generator({ config: getConfig(routerConfig, here('.')), root: here('.') }).run();
  return read() === before ? [] : [relative(here('.'), routerConfig.generatedRouteTree)];
}

/** Makes everything that comes from the contract and from the routes; answers the files that changed. */
export async function generate(): Promise<string[]> {
  const contract = readContract();
  const facts = collectFacts(contract);
  return [
    ...write('src/api/contract.gen.ts', await contractModule(contract)),
    ...Object.entries(factsModules(facts)).flatMap(([name, code]) => write(`src/api/${name}`, header + code)),
    ...write('src/api/validators.gen.ts', validatorsTable(facts.bodies)),
    ...facts.bodies.flatMap((name) => write(`src/api/validators/${name}.gen.d.ts`, validatorTypes)),
    ...Object.entries(await validatorModules(contract, facts.bodies)).flatMap(([name, code]) =>
      write(`src/api/validators/${name}`, code),
    ),
    ...(await routeTree()),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const changed = await generate();
  console.log(changed.length === 0 ? 'Everything generated is up to date.' : `Generated ${changed.join(', ')}.`);
}
