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
import { collectMetadata } from './src/api/collect-metadata.ts';
import type { Contract } from './src/api/contract-document.ts';
import { createMetadataModules } from './src/api/metadata-modules.ts';

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const generatedHeader = '// Made by `npm run generate -w ui` from openapi.yaml; change that instead.\n';

// Vite's router plugin generates the same file, so options that affect its text keep their defaults in both places.
const routerConfig = {
  target: 'react',
  routesDirectory: resolvePath('src/routes'),
  generatedRouteTree: resolvePath('src/routeTree.gen.ts'),
  tmpDir: resolvePath('../node_modules/.cache/route-tree'),
  disableLogging: true,
} as const;

/** Does not touch an unchanged file, so that neither tsc nor a dev server starts over for nothing. */
function writeIfChanged(path: string, content: string): string[] {
  const file = resolvePath(path);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return [];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return [path];
}

/** Members of a schema that only `npm run contract` reads. */
const contractToolMembers = ['x-sortable', 'x-filters', 'examples'];

function readContract(): Contract {
  // The cast: collectMetadata checks whatever it reads from the document.
  const contract = parse(readFileSync(resolvePath('../openapi.yaml'), 'utf8')) as Contract;
  for (const schema of Object.values(contract.components.schemas)) {
    for (const member of contractToolMembers) Reflect.deleteProperty(schema, member);
  }
  return contract;
}

async function contractModule(contract: Contract): Promise<string> {
  return generatedHeader + astToString(await openapiTS(JSON.stringify(contract)));
}

/** Ajv's standalone code uses `require` and imports Ajv; bundling makes each validator a module that a page can load. */
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
      'x-unit',
      'x-default',
      'x-transitions',
    ],
  });
  // The cast: the types of ajv-formats describe its CommonJS build, where the function is the module itself.
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  // Validators would carry the definitions of fields, which no page reads from them.
  const withoutDefinitions = (key: string, value: unknown) => (key === 'x-about' ? undefined : value);
  // Strict Ajv refuses unknown keywords such as `components`, so the schemas move to `$defs`.
  const schemas = JSON.stringify(contract.components.schemas, withoutDefinitions).replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  );
  ajv.addSchema({ $id: 'contract', $defs: JSON.parse(schemas) });
  const code = Object.fromEntries(
    names.map((name) => [resolvePath(`${name}.js`), standaloneCode(ajv, { check: `contract#/$defs/${name}` })]),
  );
  const bundle = await build({
    configFile: false,
    logLevel: 'silent',
    root: resolvePath('.'),
    build: {
      write: false,
      minify: false,
      lib: { entry: Object.fromEntries(names.map((name) => [name, resolvePath(`${name}.js`)])), formats: ['es'] },
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
    output.output.flatMap((chunk) =>
      chunk.type === 'chunk' ? [[chunk.fileName, generatedHeader + chunk.code] as const] : [],
    ),
  );
}

/** The module that imports each validator on demand. */
const validatorIndex = (names: readonly string[]): string =>
  [
    generatedHeader,
    "import type { ErrorObject } from 'ajv';\n",
    'export interface Check {\n  (data: unknown): boolean;\n  errors?: ErrorObject[] | null;\n}\n',
    'export const validators = {\n',
    ...names.map((name) => `  ${name}: (): Promise<{ check: Check }> => import('./validators/${name}.gen.js'),\n`),
    '};\n',
  ].join('');

const validatorTypes = `${generatedHeader}import type { Check } from '../validators.gen.ts';\nexport const check: Check;\n`;

async function routeTree(): Promise<string[]> {
  if (!existsSync(resolvePath('src/routes/__root.tsx'))) {
    console.log('src/routes holds no __root.tsx yet, so no route tree is made.');
    return [];
  }
  const read = () =>
    existsSync(routerConfig.generatedRouteTree) ? readFileSync(routerConfig.generatedRouteTree, 'utf8') : '';
  const before = read();
  await new Generator({ config: getConfig(routerConfig, resolvePath('.')), root: resolvePath('.') }).run();
  return read() === before ? [] : [relative(resolvePath('.'), routerConfig.generatedRouteTree)];
}

/** Generates all files made from the contract and from the routes, and returns those that changed. */
export async function generate(): Promise<string[]> {
  const contract = readContract();
  const metadata = collectMetadata(contract);
  return [
    ...writeIfChanged('src/api/contract.gen.ts', await contractModule(contract)),
    ...Object.entries(createMetadataModules(metadata)).flatMap(([name, code]) =>
      writeIfChanged(`src/api/${name}`, generatedHeader + code),
    ),
    ...writeIfChanged('src/api/validators.gen.ts', validatorIndex(metadata.bodies)),
    ...metadata.bodies.flatMap((name) => writeIfChanged(`src/api/validators/${name}.gen.d.ts`, validatorTypes)),
    ...Object.entries(await validatorModules(contract, metadata.bodies)).flatMap(([name, code]) =>
      writeIfChanged(`src/api/validators/${name}`, code),
    ),
    ...(await routeTree()),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const changed = await generate();
  console.log(changed.length === 0 ? 'Everything generated is up to date.' : `Generated ${changed.join(', ')}.`);
}
