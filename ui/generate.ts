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

const ENUMS_MODULE = '../metadata/enums.gen.ts';
const LONG_ENUM_LENGTH = 50;

/** Replaces the values of long enums, such as the currencies, which pages load with the metadata anyway. */
function importLongEnums({ components }: Contract, code: string): string {
  return Object.entries(components.schemas).reduce((replaced, [name, { enum: values = [] }]) => {
    const literal = JSON.stringify(values);
    if (values.length < LONG_ENUM_LENGTH || !replaced.includes(literal)) return replaced;
    const moduleImport = replaced.startsWith('import') ? '' : `import { enums } from '${ENUMS_MODULE}';\n`;
    return moduleImport + replaced.replaceAll(literal, `enums.${name}`);
  }, code);
}

/** Ajv's standalone code uses `require` and imports Ajv; bundling makes each validator a module that a page can load. */
async function validatorModules(
  contract: Contract,
  names: readonly string[],
  hints: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    code: { source: true, esm: true },
  });
  // The cast: the types of ajv-formats describe its CommonJS build, where the function is the module itself.
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  // Validators would carry these annotations, which no page reads from them. A property may be called `description`, too.
  const withoutAnnotations = (key: string, value: unknown) =>
    key.startsWith('x-') || (key === 'description' && typeof value === 'string') ? undefined : value;
  // Strict Ajv refuses unknown keywords such as `components`, so the schemas move to `$defs`.
  const schemas = JSON.stringify(contract.components.schemas, withoutAnnotations).replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  );
  ajv.addSchema({ $id: 'contract', $defs: JSON.parse(schemas) });
  const code = Object.fromEntries(
    names.map((name) => [
      resolvePath(`${name}.js`),
      `${importLongEnums(contract, standaloneCode(ajv, { check: `contract#/$defs/${name}` }))}
export const hints = ${JSON.stringify(hints[name] ?? {})};
`,
    ]),
  );
  const bundle = await build({
    configFile: false,
    logLevel: 'silent',
    root: resolvePath('.'),
    build: {
      write: false,
      minify: false,
      lib: { entry: Object.fromEntries(names.map((name) => [name, resolvePath(`${name}.js`)])), formats: ['es'] },
      rolldownOptions: {
        external: ENUMS_MODULE,
        output: { entryFileNames: '[name].gen.js', chunkFileNames: 'shared-[name].gen.js' },
      },
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
    "import type { ErrorObject } from 'ajv';\nimport type { Text } from './metadata.gen.ts';\n",
    'export interface Check {\n  (data: unknown): boolean;\n  errors?: ErrorObject[] | null;\n}\n',
    '// What a value looks like, by place; a star stands for any key or index.\n',
    'export type Hints = Readonly<Record<string, Text>>;\n',
    'export const validators = {\n',
    ...names.map(
      (name) => `  ${name}: (): Promise<{ check: Check; hints: Hints }> => import('./validators/${name}.gen.js'),\n`,
    ),
    '};\n',
  ].join('');

const validatorTypes = `${generatedHeader}import type { Check, Hints } from '../validators.gen.ts';\nexport const check: Check;\nexport const hints: Hints;\n`;

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
  const { hints, ...metadata } = collectMetadata(contract);
  return [
    ...writeIfChanged('src/api/contract.gen.ts', await contractModule(contract)),
    ...Object.entries(createMetadataModules(metadata)).flatMap(([name, code]) =>
      writeIfChanged(`src/api/${name}`, generatedHeader + code),
    ),
    ...writeIfChanged('src/api/validators.gen.ts', validatorIndex(metadata.bodies)),
    ...metadata.bodies.flatMap((name) => writeIfChanged(`src/api/validators/${name}.gen.d.ts`, validatorTypes)),
    ...Object.entries(await validatorModules(contract, metadata.bodies, hints)).flatMap(([name, code]) =>
      writeIfChanged(`src/api/validators/${name}`, code),
    ),
    ...(await routeTree()),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const changed = await generate();
  console.log(changed.length === 0 ? 'Everything generated is up to date.' : `Generated ${changed.join(', ')}.`);
}
