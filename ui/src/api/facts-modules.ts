import type { collectFacts } from './collect-facts.ts';

type Facts = ReturnType<typeof collectFacts>;

interface FactModule {
  type: string;
  /** the names of its types that are imported from `facts.gen.ts` */
  importedTypes: readonly string[];
  /** whether it is declared `as const` */
  isConst?: true;
  /** whether pages import it dynamically, so that `facts.gen.ts` must not re-export it */
  isLazy?: true;
  comment?: string;
}

const recordByBody = (of: string): FactModule => ({
  type: `Partial<Record<BodyName, ${of}>>`,
  importedTypes: ['BodyName'],
});

const MODULES: Record<keyof Facts, FactModule> = {
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
  entities: { type: 'Record<Entity, Text>', importedTypes: ['Entity', 'Text'], isConst: true },
  resources: {
    type: 'Record<Entity, string>',
    importedTypes: ['Entity'],
    isConst: true,
    comment: 'The path of each kind’s list.',
  },
  lists: {
    type: 'Readonly<Record<Entity, List>>',
    importedTypes: ['Entity', 'List'],
    comment: 'What the list of each kind can be asked for.',
  },
  requiredToApprove: { type: 'Record<Entity, readonly string[]>', importedTypes: ['Entity'] },
  requiredToSave: {
    type: 'Record<BodyName, readonly string[]>',
    importedTypes: ['BodyName'],
    comment: 'By place, as hints are: what stands in an object is required once the object is there.',
  },
  fields: { type: 'Record<BodyName, readonly string[]>', importedTypes: ['BodyName'] },
  readOnly: { ...recordByBody('readonly string[]'), comment: 'The server sets these, whatever is sent.' },
  rules: { type: 'Partial<Record<BodyName, readonly FieldRule[]>>', importedTypes: ['BodyName', 'FieldRule'] },
  titles: {
    type: 'Partial<Record<Entity, string>>',
    importedTypes: ['Entity'],
    comment: 'What stands for the name of a kind’s records, with their fields in braces, where they have none.',
  },
  errorKeys: { type: 'readonly ErrorKey[]', importedTypes: ['ErrorKey'] },
  errorTexts: { type: 'Record<ErrorKey, Text>', importedTypes: ['ErrorKey', 'Text'], isConst: true },
  ownErrorTexts: {
    type: 'Partial<Record<ErrorKey, Text>>',
    importedTypes: ['ErrorKey', 'Text'],
    isConst: true,
    comment: 'The errors that the console itself detects or announces.',
  },
  ruleTexts: { type: 'Record<Rule, Text>', importedTypes: ['Rule', 'Text'], isConst: true },
  enums: {
    type: '{ readonly [K in SchemaName]?: readonly Schemas[K][] }',
    importedTypes: ['SchemaName', 'Schemas'],
    isConst: true,
  },
  hints: {
    type: 'Partial<Record<BodyName, Readonly<Record<string, Text>>>>',
    importedTypes: ['BodyName', 'Text'],
    comment: 'What a value looks like, by place; a star stands for any key or index.',
  },
  definitions: {
    type: 'Record<Entity, Readonly<Record<string, Text>>>',
    importedTypes: ['Entity', 'Text'],
    isLazy: true,
    comment: 'What the fields of each entity mean, by place.',
  },
  definedFields: {
    type: 'Record<Entity, readonly string[]>',
    importedTypes: ['Entity'],
    comment: 'The fields of each entity that have a definition, so that its text is loaded only on request.',
  },
  references: {
    type: 'Partial<Record<BodyName, Readonly<Record<string, Entity>>>>',
    importedTypes: ['BodyName', 'Entity'],
    comment: 'Which kind of record a value’s code is of, by place.',
  },
  upperCase: recordByBody('readonly string[]'),
};

function createModule(name: keyof Facts, value: unknown): string {
  const { type, importedTypes, isConst, comment } = MODULES[name];
  const TYPES =
    importedTypes.length > 0 ? `import type { ${importedTypes.join(', ')} } from '../facts.gen.ts';\n\n` : '';
  const text = JSON.stringify(value, null, 2);
  const constant = isConst
    ? `export const ${name} = ${text} as const satisfies ${type};\n`
    : `export const ${name}: ${type} = ${text};\n`;
  return `${TYPES}${comment ? `// ${comment}\n` : ''}${constant}`;
}

const TYPES = `import type { components, operations } from './contract.gen.ts';
import type { bodies } from './facts/bodies.gen.ts';
import type { enums } from './facts/enums.gen.ts';

export type Schemas = components['schemas'];
export type SchemaName = keyof Schemas;
export type OperationId = keyof operations;
export type Entity = Schemas['Entity'];
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

// What fields must be to one another: the field \`at\` breaks the rule against \`fields\`.
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
  // Whether its filters depend on the viewer's current day, which the parameter \`today\` passes.
  readonly takesToday?: true;
}
`;

/** Creates a module for each fact, so that a page loads only those it uses, and one that re-exports those that are not lazy. */
export function createFactsModules(facts: Facts): Record<string, string> {
  // The cast: Object.keys returns strings, but these are the names of the facts.
  const names = Object.keys(MODULES) as (keyof Facts)[];
  const reexports = names
    .filter((name) => !MODULES[name].isLazy)
    .map((name) => `export { ${name} } from './facts/${name}.gen.ts';\n`)
    .join('');
  return {
    'facts.gen.ts': `${TYPES}\n${reexports}`,
    ...Object.fromEntries(names.map((name) => [`facts/${name}.gen.ts`, createModule(name, facts[name])])),
  };
}
