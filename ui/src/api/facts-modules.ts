import type { collectFacts } from './collect-facts.ts';

type Facts = ReturnType<typeof collectFacts>;

interface Fact {
  type: string;
  /** The names of types in it that come from `facts.gen.ts`. */
  uses: readonly string[];
  /** Its values are types of their own. */
  exact?: true;
  about?: string;
}

const byBody = (of: string): Fact => ({ type: `Partial<Record<BodyName, ${of}>>`, uses: ['BodyName'] });

const modules: Record<keyof Facts, Fact> = {
  bodies: { type: 'readonly SchemaName[]', uses: ['SchemaName'], exact: true },
  permissions: { type: 'Record<OperationId, string>', uses: ['OperationId'], exact: true },
  tags: { type: 'Record<OperationId, string>', uses: ['OperationId'], exact: true },
  transitions: { type: 'Readonly<Record<Event, TransitionRule>>', uses: ['Event', 'TransitionRule'] },
  routes: {
    type: 'Record<string, string>',
    uses: [],
    exact: true,
    about: 'The page of each subject of permissions, which asks for its `read`.',
  },
  settings: { type: 'readonly Setting[]', uses: ['Setting'] },
  entities: { type: 'Record<Entity, Text>', uses: ['Entity', 'Text'], exact: true },
  resources: { type: 'Record<Entity, string>', uses: ['Entity'], exact: true, about: 'The path of each kind’s list.' },
  lists: {
    type: 'Readonly<Record<Entity, List>>',
    uses: ['Entity', 'List'],
    about: 'What the list of each kind can be asked for.',
  },
  requiredToApprove: { type: 'Record<Entity, readonly string[]>', uses: ['Entity'] },
  requiredToSave: {
    type: 'Record<BodyName, readonly string[]>',
    uses: ['BodyName'],
    about: 'By place, as hints are: what stands in an object is required once the object is there.',
  },
  fields: { type: 'Record<BodyName, readonly string[]>', uses: ['BodyName'] },
  readOnly: { ...byBody('readonly string[]'), about: 'The server sets these, whatever is sent.' },
  rules: { type: 'Partial<Record<BodyName, readonly FieldRule[]>>', uses: ['BodyName', 'FieldRule'] },
  titles: {
    type: 'Partial<Record<Entity, string>>',
    uses: ['Entity'],
    about: 'What stands for the name of a kind’s records, with their fields in braces, where they have none.',
  },
  errorTexts: { type: 'Record<ErrorKey, Text>', uses: ['ErrorKey', 'Text'], exact: true },
  ruleTexts: { type: 'Record<Rule, Text>', uses: ['Rule', 'Text'], exact: true },
  enums: {
    type: '{ readonly [K in SchemaName]?: readonly Schemas[K][] }',
    uses: ['SchemaName', 'Schemas'],
    exact: true,
  },
  hints: {
    type: 'Partial<Record<BodyName, Readonly<Record<string, Text>>>>',
    uses: ['BodyName', 'Text'],
    about: 'What a value looks like, by place; a star stands for any key or index.',
  },
  references: {
    type: 'Partial<Record<BodyName, Readonly<Record<string, Entity>>>>',
    uses: ['BodyName', 'Entity'],
    about: 'Which kind of record a value’s code is of, by place.',
  },
  upperCase: byBody('readonly string[]'),
};

function moduleOf(name: keyof Facts, value: unknown): string {
  const { type, uses, exact, about } = modules[name];
  const types = uses.length > 0 ? `import type { ${uses.join(', ')} } from '../facts.gen.ts';\n\n` : '';
  const text = JSON.stringify(value, null, 2);
  const constant = exact
    ? `export const ${name} = ${text} as const satisfies ${type};\n`
    : `export const ${name}: ${type} = ${text};\n`;
  return `${types}${about ? `// ${about}\n` : ''}${constant}`;
}

const types = `import type { components, operations } from './contract.gen.ts';
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
  readonly group: string;
  readonly label: Text;
  readonly about: Text;
  readonly unit?: Text;
  readonly type: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

// What fields must be to one another: the field \`at\` breaks the rule against \`fields\`.
export interface FieldRule {
  readonly rule: Rule;
  readonly at: string;
  readonly fields: readonly string[];
  readonly other?: Text;
}

// Conditions by the enumeration of their values, or the values themselves; null for any text.
export interface List {
  readonly sorts: readonly string[];
  readonly filters: Readonly<Record<string, keyof typeof enums | readonly string[] | number>>;
  // Its conditions go by the viewer's day, which the parameter \`today\` tells.
  readonly takesToday?: true;
}
`;

/** A module for each fact, so that a page loads those alone that it uses, and one that names them all. */
export function factsModules(facts: Facts): Record<string, string> {
  // The cast: these are the facts' own names, which Object.keys takes for any.
  const names = Object.keys(modules) as (keyof Facts)[];
  const all = names.map((name) => `export { ${name} } from './facts/${name}.gen.ts';\n`).join('');
  return {
    'facts.gen.ts': `${types}\n${all}`,
    ...Object.fromEntries(names.map((name) => [`facts/${name}.gen.ts`, moduleOf(name, facts[name])])),
  };
}
