import type { collectMetadata } from './collect-metadata.ts';

/** What goes into modules of one constant each. */
type ContractMetadata = Omit<ReturnType<typeof collectMetadata>, 'hints'>;

interface MetadataModule {
  type: string;
  /** the names of its types that are imported from `metadata.gen.ts` */
  importedTypes: readonly string[];
  /** whether it is declared `as const` */
  isConst?: true;
  /** whether pages import it dynamically, so that `metadata.gen.ts` must not re-export it */
  isLazy?: true;
  comment?: string;
}

const recordByBody = (of: string): MetadataModule => ({
  type: `Partial<Record<BodyName, ${of}>>`,
  importedTypes: ['BodyName'],
});

const MODULES: Record<keyof ContractMetadata, MetadataModule> = {
  bodies: { type: 'readonly SchemaName[]', importedTypes: ['SchemaName'], isConst: true },
  permissions: { type: 'Record<OperationId, string>', importedTypes: ['OperationId'], isConst: true },
  tags: { type: 'Record<OperationId, string>', importedTypes: ['OperationId'], isConst: true },
  transitions: { type: 'Readonly<Record<Event, TransitionRule>>', importedTypes: ['Event', 'TransitionRule'] },
  routes: {
    type: 'Record<string, string>',
    importedTypes: [],
    isConst: true,
    comment: 'The page of each subject of permissions, which asks for its `read`.',
  },
  settings: { type: 'readonly Setting[]', importedTypes: ['Setting'] },
  settingDetails: {
    type: "Readonly<Record<keyof Schemas['Settings'], SettingDetails>>",
    importedTypes: ['Schemas', 'SettingDetails'],
    comment: 'What only the settings page needs; other pages need the names and units of settings.',
  },
  entities: { type: 'Record<EntityKey, Text>', importedTypes: ['EntityKey', 'Text'], isConst: true },
  resources: {
    type: 'Record<EntityKey, string>',
    importedTypes: ['EntityKey'],
    isConst: true,
    comment: 'The path of each kind’s list.',
  },
  lists: {
    type: 'Readonly<Record<EntityKey, List>>',
    importedTypes: ['EntityKey', 'List'],
    comment: 'What the list of each kind can be asked for.',
  },
  requiredToApprove: { type: 'Record<EntityKey, readonly string[]>', importedTypes: ['EntityKey'] },
  requiredToSave: {
    type: 'Record<BodyName, readonly string[]>',
    importedTypes: ['BodyName'],
    comment:
      'By place; a star stands for any key or index. What stands in an object is required once the object is there.',
  },
  fields: { type: 'Record<BodyName, readonly string[]>', importedTypes: ['BodyName'] },
  readOnly: { ...recordByBody('readonly string[]'), comment: 'The server sets these, whatever is sent.' },
  rules: { type: 'Partial<Record<BodyName, readonly FieldRule[]>>', importedTypes: ['BodyName', 'FieldRule'] },
  titles: {
    type: 'Partial<Record<EntityKey, string>>',
    importedTypes: ['EntityKey'],
    comment: 'What stands for the name of a kind’s records, with their fields in braces, where they have none.',
  },
  errorTexts: { type: 'Record<ErrorKey, Text>', importedTypes: ['ErrorKey', 'Text'], isConst: true },
  ownErrorTexts: {
    type: 'Partial<Record<ErrorKey, Text>>',
    importedTypes: ['ErrorKey', 'Text'],
    isConst: true,
    comment: 'The errors that the console itself detects or announces.',
  },
  ruleTexts: { type: 'Record<Rule, Text>', importedTypes: ['Rule', 'Text'], isConst: true },
  ownRuleTexts: {
    type: 'Partial<Record<Rule, Text>>',
    importedTypes: ['Rule', 'Text'],
    comment: 'The texts of rules that the console itself checks, or that records break as a warning.',
  },
  enums: {
    type: '{ readonly [K in SchemaName]?: readonly Schemas[K][] }',
    importedTypes: ['SchemaName', 'Schemas'],
    isConst: true,
  },
  definitions: {
    type: 'Record<EntityKey, Readonly<Record<string, Text>>>',
    importedTypes: ['EntityKey', 'Text'],
    isLazy: true,
    comment: 'What the fields of each entity mean, by path.',
  },
  definedFields: {
    type: 'Record<EntityKey, readonly string[]>',
    importedTypes: ['EntityKey'],
    comment: 'The fields of each entity that have a definition, so that its text is loaded only on request.',
  },
  references: {
    type: 'Partial<Record<BodyName, Readonly<Record<string, EntityKey>>>>',
    importedTypes: ['BodyName', 'EntityKey'],
    comment: 'Which kind of record a value’s code is of, by path.',
  },
  upperCase: recordByBody('readonly string[]'),
  searchedAsCode: {
    ...recordByBody('readonly string[]'),
    comment: 'What a search finds as it finds codes, by path; it finds what is in upper case, too.',
  },
  decimals: { ...recordByBody('readonly string[]'), comment: 'Exact decimal numbers, which are texts.' },
};

function createModule(name: keyof ContractMetadata, value: unknown): string {
  const { type, importedTypes, isConst, comment } = MODULES[name];
  const TYPES =
    importedTypes.length > 0 ? `import type { ${importedTypes.join(', ')} } from '../metadata.gen.ts';\n\n` : '';
  const text = JSON.stringify(value, null, 2);
  const constant = isConst
    ? `export const ${name} = ${text} as const satisfies ${type};\n`
    : `export const ${name}: ${type} = ${text};\n`;
  return `${TYPES}${comment ? `// ${comment}\n` : ''}${constant}`;
}

const TYPES = `import type { components, operations } from './contract.gen.ts';
import type { bodies } from './metadata/bodies.gen.ts';
import type { enums } from './metadata/enums.gen.ts';

export type Schemas = components['schemas'];
export type SchemaName = keyof Schemas;
export type OperationId = keyof operations;
export type EntityKey = Schemas['Entity'];
export type Status = Schemas['Status'];
export type Event = Schemas['Event'];
export type ErrorKey = Schemas['ErrorKey'];
export type Rule = Schemas['Rule'];
export type Language = 'zh-CN' | 'en';
export type Text = Readonly<Record<Language, string>>;
export type BodyName = (typeof bodies)[number];

export interface TransitionRule {
  readonly from: readonly Status[];
  readonly to: Status;
  readonly permission: string;
  readonly secondPerson?: boolean;
  readonly reason?: 'required';
}

export interface Setting {
  readonly name: keyof Schemas['Settings'];
  readonly label: Text;
  readonly unit?: Text;
}

export interface SettingDetails {
  readonly group: string;
  readonly about: Text;
  readonly default?: unknown;
}

// A rule between fields: the field \`at\` breaks the rule against \`fields\`.
export interface FieldRule {
  readonly rule: Rule;
  readonly at: string;
  readonly fields: readonly string[];
  readonly other?: Text;
}

// How a list can be sorted and filtered. A filter has the name of an enumeration, its values, or the maximum length of a free text.
export interface List {
  readonly sorts: readonly string[];
  readonly filters: Readonly<Record<string, keyof typeof enums | readonly string[] | number>>;
  // The filters that take a range.
  readonly ranges: Readonly<Record<string, 'number' | 'day' | 'time'>>;
  // The filters that take several values, and that \`not\` negates.
  readonly negatable: readonly string[];
  // The fields that may be empty.
  readonly emptiable: readonly string[];
  // Whether its filters depend on the viewer's current day, which the parameter \`today\` passes.
  readonly takesToday?: true;
}
`;

/** Creates a module for each fact, so that a page loads only those it uses, and one that re-exports those that are not lazy. */
export function createMetadataModules(metadata: ContractMetadata): Record<string, string> {
  // The cast: Object.keys returns strings, but these are the names of the metadata.
  const names = Object.keys(MODULES) as (keyof ContractMetadata)[];
  const reexports = names
    .filter((name) => !MODULES[name].isLazy)
    .map((name) => `export { ${name} } from './metadata/${name}.gen.ts';\n`)
    .join('');
  return {
    'metadata.gen.ts': `${TYPES}\n${reexports}`,
    ...Object.fromEntries(names.map((name) => [`metadata/${name}.gen.ts`, createModule(name, metadata[name])])),
  };
}
