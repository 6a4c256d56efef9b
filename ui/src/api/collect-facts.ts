import { checkRules, collectBodies, collectTitles } from './collect-bodies.ts';
import { collectList } from './collect-list.ts';
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
  const ofBodies = <T>(found: Record<string, T>) =>
    Object.fromEntries(Object.entries(found).filter(([name]) => bodies.includes(name)));
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
    lists: Object.fromEntries(
      labels.map(([entity]) => [entity, collectList(contract, contract.paths[resourceOf(contract, entity)]?.get)]),
    ),
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
    hints: ofBodies(withExtension('x-hint')),
    references: ofBodies(withExtension('x-reference')),
    upperCase: Object.fromEntries(
      Object.entries(ofBodies(withExtension('x-case'))).map(([name, fields]) => [name, Object.keys(fields)]),
    ),
  };
}
