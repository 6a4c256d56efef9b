import { checkRules, collectBodies, collectTitles } from './collect-bodies.ts';
import { collectSettings } from './collect-settings.ts';
import {
  type Contract,
  extension,
  fail,
  nameOf,
  type Operation,
  places,
  reach,
  type Schema,
} from './contract-document.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'patch']);

function requiredToApprove(contract: Contract, entity: string, operations: Operation[]): string[] {
  const tagged = operations.filter((operation) => operation.tags.includes(entity));
  const carriers = [...reach(contract, tagged)]
    .map((ref) => contract.components.schemas[nameOf(ref)]?.['x-required-to-approve'])
    .filter((fields) => fields !== undefined);
  if (carriers.length !== 1 || !carriers[0]) {
    fail(`exactly one schema in reach of tag ${entity} must carry x-required-to-approve, found ${carriers.length}`);
  }
  return carriers[0];
}

/** Where a kind's records are listed and created. */
function resourceOf(contract: Contract, entity: string): string {
  const tagged = (operation: Operation | undefined) => operation?.tags.includes(entity);
  const found = Object.entries(contract.paths).find(([, { get, post }]) => tagged(get) && tagged(post));
  return found?.[0] ?? fail(`no path lists and creates the records of tag ${entity}`);
}

function bodyOf(operation: Operation): string[] {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (!schema) return [];
  return [nameOf(schema.$ref ?? fail(`the body of ${operation.operationId} must be a named schema`))];
}

export function collectFacts(contract: Contract) {
  const { schemas } = contract.components;
  const operations = Object.values(contract.paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, operation]) => (methods.has(method) ? [operation] : [])),
  );
  const byId = <T>(pick: (operation: Operation) => T) =>
    Object.fromEntries(operations.map((operation) => [operation.operationId, pick(operation)]));
  const bySchema = <T>(pick: (schema: Schema) => Record<string, T>) =>
    Object.fromEntries(
      Object.entries(schemas).flatMap(([name, schema]) => {
        const found = pick(schema);
        return Object.keys(found).length === 0 ? [] : [[name, found] as const];
      }),
    );
  const withExtension = <K extends 'x-case' | 'x-hint' | 'x-reference'>(key: K) =>
    bySchema((schema) =>
      Object.fromEntries(
        places(contract, schema).flatMap(([place, field]) => {
          const value = extension(contract, field, key);
          return value === undefined ? [] : [[place, value] as const];
        }),
      ),
    );
  const labels = contract.tags.filter((tag) => tag['x-label']).map((tag) => [tag.name, tag['x-label']] as const);
  const bodies = [...new Set(operations.flatMap(bodyOf))].sort();
  checkRules(contract, bodies);
  return {
    bodies,
    permissions: byId((operation) =>
      operation.security?.length === 0
        ? 'open'
        : (operation['x-permission'] ?? fail(`${operation.operationId} says no x-permission`)),
    ),
    tags: byId((operation) => operation.tags[0] ?? fail(`${operation.operationId} has no tag`)),
    transitions: contract['x-transitions'],
    routes: Object.fromEntries(contract.tags.flatMap((tag) => (tag['x-route'] ? [[tag.name, tag['x-route']]] : []))),
    settings: collectSettings(contract),
    entities: Object.fromEntries(labels),
    resources: Object.fromEntries(labels.map(([entity]) => [entity, resourceOf(contract, entity)])),
    requiredToApprove: Object.fromEntries(
      labels.map(([entity]) => [entity, requiredToApprove(contract, entity, operations)]),
    ),
    ...collectBodies(contract, bodies),
    titles: collectTitles(
      contract,
      labels.map(([entity]) => entity),
      operations,
    ),
    errorTexts: schemas.ErrorKey?.['x-text'] ?? fail('ErrorKey carries no x-text'),
    ruleTexts: schemas.Rule?.['x-text'] ?? fail('Rule carries no x-text'),
    enums: Object.fromEntries(
      Object.entries(schemas).flatMap(([name, schema]) =>
        schema.type === 'string' && schema.enum ? [[name, schema.enum] as const] : [],
      ),
    ),
    hints: withExtension('x-hint'),
    references: Object.fromEntries(
      Object.entries(withExtension('x-reference')).filter(([name]) => bodies.includes(name)),
    ),
    upperCase: Object.fromEntries(
      Object.entries(withExtension('x-case')).map(([name, fields]) => [name, Object.keys(fields)]),
    ),
  };
}

export function factsModule(facts: ReturnType<typeof collectFacts>): string {
  const value = (name: keyof typeof facts) => JSON.stringify(facts[name], null, 2);
  const constant = (name: keyof typeof facts, type: string) =>
    `export const ${name} = ${value(name)} as const satisfies ${type};\n`;
  const table = (name: keyof typeof facts, type: string) => `export const ${name}: ${type} = ${value(name)};\n`;
  return `import type { components, operations } from './contract.gen.ts';

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

${constant('bodies', 'readonly SchemaName[]')}
export type BodyName = (typeof bodies)[number];

${constant('permissions', 'Record<OperationId, string>')}
${constant('tags', 'Record<OperationId, string>')}
export interface TransitionRule {
  readonly from: readonly Status[];
  readonly to: Status;
  readonly permission: string;
  readonly secondPerson?: boolean;
  readonly reason?: 'required';
}
${table('transitions', 'Readonly<Record<Event, TransitionRule>>')}
// The page of each subject of permissions, which asks for its \`read\`.
${constant('routes', 'Record<string, string>')}
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
${table('settings', 'readonly Setting[]')}
${constant('entities', 'Record<Entity, Text>')}
// The path of each kind's list.
${constant('resources', 'Record<Entity, string>')}
${table('requiredToApprove', 'Record<Entity, readonly string[]>')}
// By place, as hints are: what stands in an object is required once the object is there.
${table('requiredToSave', 'Record<BodyName, readonly string[]>')}
${table('fields', 'Record<BodyName, readonly string[]>')}
// The server sets these, whatever is sent.
${table('readOnly', 'Partial<Record<BodyName, readonly string[]>>')}
// What fields must be to one another: the field \`at\` breaks the rule against \`fields\`.
export interface FieldRule {
  readonly rule: Rule;
  readonly at: string;
  readonly fields: readonly string[];
  readonly other?: Text;
}
${table('rules', 'Partial<Record<BodyName, readonly FieldRule[]>>')}
// What stands for the name of a kind's records, with their fields in braces, where they have none.
${table('titles', 'Partial<Record<Entity, string>>')}
${constant('errorTexts', 'Record<ErrorKey, Text>')}
${constant('ruleTexts', 'Record<Rule, Text>')}
${constant('enums', '{ readonly [K in SchemaName]?: readonly Schemas[K][] }')}
// What a value looks like, by place; a star stands for any key or index.
${table('hints', 'Partial<Record<SchemaName, Readonly<Record<string, Text>>>>')}
// Which kind of record a value's code is of, by place.
${table('references', 'Partial<Record<BodyName, Readonly<Record<string, Entity>>>>')}
${table('upperCase', 'Partial<Record<SchemaName, readonly string[]>>')}`;
}
