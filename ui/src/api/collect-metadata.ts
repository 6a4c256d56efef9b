import { checkAssertionKeywords, collectBodies, collectTitles } from './collect-bodies.ts';
import {
  type Contract,
  collectRefs,
  fail,
  findExtension,
  listFields,
  type Operation,
  type Parameter,
  refName,
  resolve,
  type Schema,
  type Text,
} from './contract-document.ts';

/** The errors that the console itself detects or announces; the others come with their message from the server. */
const OWN_ERRORS = ['networkError', 'requestTimeout', 'invalidResponse', 'unknownError', 'unauthorized'];
/** The rules that only imports and change sets report, with a message from the server. */
const RECEIVED_RULES = new Set([
  ...['duplicateInFile', 'scientificNotation', 'dateForCode', 'numberForCode', 'lostZeros', 'ambiguousReference'],
  ...[
    'changedSince',
    'buildsOnChangeSet',
    'buildsOnReleasedSet',
    'buildsOnWithdrawnSet',
    'changedByEarlierSet',
    'changedByHiddenSet',
    'deletedByEarlierSet',
    'deletedByHiddenSet',
    'earlierSetGone',
    'hiddenFromContributor',
    'changedSinceRelease',
    'notInRevert',
    'notChangedSince',
  ],
  ...['neverReviewed', 'recordDeleted', 'proposalOpen', 'cellCount', 'noRecord', 'stillReferred', 'createdInCircle'],
  'notInStatus',
  ...['statusUnreachable', 'statusBesideReview', 'tooManyForSet', 'undecodable', 'noCodeToCreate', 'noCountryToCreate'],
]);
/** Choices that no page lists, left out to keep the sign-in page small. */
const NOT_LISTED = new Set([
  ...['ViewedList', 'BulkAction', 'BulkCause', 'DeliveryKind', 'TaskErrorKey', 'ChangeSetAction'],
  ...['ChangeSetItemBecome', 'Weekday', 'ImportEncoding', 'Rule'],
]);
const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch']);

function requiredToApprove(contract: Contract, entity: string, operations: Operation[]): string[] {
  const tagged = operations.filter((operation) => operation.tags.includes(entity));
  const candidates = [...collectRefs(contract, tagged)]
    .map((ref) => contract.components.schemas[refName(ref)]?.['x-required-to-approve'])
    .filter((fields) => fields !== undefined);
  if (candidates.length !== 1 || !candidates[0]) {
    fail(`exactly one schema in reach of tag ${entity} must carry x-required-to-approve, found ${candidates.length}`);
  }
  return candidates[0];
}

/** Returns the path that lists and creates the records of an entity. */
function findResource(contract: Contract, entity: string): string {
  const tagged = (operation: Operation | undefined) => operation?.tags.includes(entity);
  const found = Object.entries(contract.paths).find(([, { get, post }]) => tagged(get) && tagged(post));
  return found?.[0] ?? fail(`no path lists and creates the records of tag ${entity}`);
}

/** Returns what the fields of an entity mean, by their paths. */
function collectDefinitions(contract: Contract, entity: string): Record<string, Text> {
  const createOperation = contract.paths[findResource(contract, entity)]?.post;
  const [bodyName = ''] = createOperation ? bodyNames(createOperation) : [];
  return Object.fromEntries(
    listFields(contract, contract.components.schemas[bodyName] ?? {}).flatMap(([path, field]) => {
      const definition = findExtension(contract, field, 'x-about');
      return definition ? [[path, definition] as const] : [];
    }),
  );
}

function bodyNames(operation: Operation): string[] {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (!schema) return [];
  return [refName(schema.$ref ?? fail(`the body of ${operation.operationId} must be a named schema`))];
}

export function collectMetadata(contract: Contract) {
  const { schemas } = contract.components;
  const ruleTexts = schemas.Rule?.['x-text'] ?? fail('Rule carries no x-text');
  const errorTexts = schemas.ErrorKey?.['x-text'] ?? fail('ErrorKey carries no x-text');
  const operations = Object.values(contract.paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, operation]) => (METHODS.has(method) ? [operation] : [])),
  );
  const parameterSchemas = new Set(
    operations.flatMap(({ parameters = [] }) =>
      parameters.map(({ schema }) => refName((schema?.items ?? schema)?.$ref ?? '')),
    ),
  );
  const mapOperations = <T>(pick: (operation: Operation) => T) =>
    Object.fromEntries(operations.map((operation) => [operation.operationId, pick(operation)]));
  const mapSchemas = <T>(pick: (schema: Schema) => Record<string, T>) =>
    Object.fromEntries(
      Object.entries(schemas).flatMap(([name, schema]) => {
        const found = pick(schema);
        return Object.keys(found).length === 0 ? [] : [[name, found] as const];
      }),
    );
  const withExtension = <K extends 'x-case' | 'x-decimal' | 'x-hint' | 'x-reference' | 'x-search'>(key: K) =>
    mapSchemas((schema) =>
      Object.fromEntries(
        listFields(contract, schema).flatMap(([place, field]) => {
          const value = findExtension(contract, field, key);
          return value === undefined ? [] : [[place, value] as const];
        }),
      ),
    );
  const labels = contract.tags.filter((tag) => tag['x-label']).map((tag) => [tag.name, tag['x-label']] as const);
  const bodies = [...new Set(operations.flatMap(bodyNames))].sort();
  const onlyBodies = <T>(found: Record<string, T>) =>
    Object.fromEntries(Object.entries(found).filter(([name]) => bodies.includes(name)));
  const pathsWith = (key: 'x-case' | 'x-decimal' | 'x-search') =>
    Object.fromEntries(
      Object.entries(onlyBodies(withExtension(key))).map(([name, fields]) => [name, Object.keys(fields)]),
    );
  const definitions = Object.fromEntries(labels.map(([entity]) => [entity, collectDefinitions(contract, entity)]));
  const settings = collectSettings(contract);
  checkAssertionKeywords(contract, bodies);
  return {
    bodies,
    permissions: mapOperations((operation) =>
      operation.security?.length === 0
        ? 'open'
        : (operation['x-permission'] ?? fail(`${operation.operationId} says no x-permission`)),
    ),
    tags: mapOperations((operation) => operation.tags[0] ?? fail(`${operation.operationId} has no tag`)),
    transitions: contract['x-transitions'],
    routes: Object.fromEntries(contract.tags.flatMap((tag) => (tag['x-route'] ? [[tag.name, tag['x-route']]] : []))),
    settings: settings.map(({ name, label, unit }) => ({ name, label, unit })),
    settingDetails: Object.fromEntries(
      settings.map(({ name, group, about, default: defaultValue }) => [name, { group, about, default: defaultValue }]),
    ),
    entities: Object.fromEntries(labels),
    resources: Object.fromEntries(labels.map(([entity]) => [entity, findResource(contract, entity)])),
    lists: Object.fromEntries(
      labels.map(([entity]) => [entity, collectList(contract, contract.paths[findResource(contract, entity)]?.get)]),
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
    errorTexts,
    ownErrorTexts: Object.fromEntries(OWN_ERRORS.flatMap((key) => (errorTexts[key] ? [[key, errorTexts[key]]] : []))),
    ruleTexts,
    ownRuleTexts: Object.fromEntries(Object.entries(ruleTexts).filter(([rule]) => !RECEIVED_RULES.has(rule))),
    // keys of errors have texts of their own and are only received, except for those that a list is filtered by
    enums: Object.fromEntries(
      Object.entries(schemas).flatMap(([name, schema]) =>
        schema.type === 'string' &&
        schema.enum &&
        !NOT_LISTED.has(name) &&
        (!schema['x-text'] || parameterSchemas.has(name))
          ? [[name, schema.enum] as const]
          : [],
      ),
    ),
    hints: onlyBodies(withExtension('x-hint')),
    definitions,
    definedFields: Object.fromEntries(labels.map(([entity]) => [entity, Object.keys(definitions[entity] ?? {})])),
    references: onlyBodies(withExtension('x-reference')),
    upperCase: pathsWith('x-case'),
    searchedAsCode: pathsWith('x-search'),
    decimals: pathsWith('x-decimal'),
  };
}

/** A setting of the settings page. */
interface Setting {
  name: string;
  /** the section of the page */
  group: string;
  label: Text;
  about: Text;
  unit?: Text;
  default?: unknown;
}

/** Returns the default review mode of each entity, from `x-review` of its tag. */
const defaultReviews = (contract: Contract, kinds: readonly string[]) =>
  Object.fromEntries(
    kinds.map((kind) => [kind, contract.tags.find(({ name }) => name === kind)?.['x-review'] ?? 'second-person']),
  );

/** Collects the settings in the order of the contract. */
function collectSettings(contract: Contract): Setting[] {
  const { properties = {} } = contract.components.schemas.Settings ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolve(contract, property);
    const { 'x-group': group, 'x-label': label, 'x-about': about, 'x-unit': unit } = schema;
    if (!group || !label || !about) return fail(`the setting ${name} lacks x-group, x-label or x-about`);
    const defaultValue =
      name === 'review' ? defaultReviews(contract, Object.keys(schema.properties ?? {})) : schema['x-default'];
    // the cast: undefined properties are dropped when the metadata are written as JSON
    return { name, group, label, about, unit, default: defaultValue } as Setting;
  });
}

const FIELD_LIST_PARAMETERS = ['sort', 'not', 'empty', 'filled'];
const COMMON_PARAMETERS = [
  'page',
  'pageSize',
  'q',
  'status',
  'updatedFrom',
  'updatedTo',
  'asOf',
  ...FIELD_LIST_PARAMETERS,
];
/** The viewer's current day, which is sent with every request and is no filter. */
const TODAY_PARAMETER = 'today';
const RANGES: Readonly<Record<string, string>> = { NumberRange: 'number', DayRange: 'day', TimeRange: 'time' };

/** Returns the values of a filter, as the name of an enumeration or one by one; for a free text its maximum length. */
function valuesOrMaxLengthOf(contract: Contract, name: string, schema: Schema): string | readonly unknown[] | number {
  if (schema.items) return valuesOrMaxLengthOf(contract, name, schema.items);
  const { type, enum: values, maxLength } = resolve(contract, schema);
  if (type === 'boolean') return ['true', 'false'];
  if (values) return schema.$ref ? refName(schema.$ref) : values;
  return maxLength ?? fail(`the condition ${name} says no maxLength`);
}

const resolveParameter = (contract: Contract, parameter: Parameter): Parameter =>
  parameter.$ref === undefined
    ? parameter
    : (contract.components.parameters?.[refName(parameter.$ref)] ?? fail(`nothing at ${parameter.$ref}`));

/** Collects the sort columns of a list, and its filters apart from those that every list has. */
function collectList(contract: Contract, list: Operation | undefined) {
  const { parameters: writtenParameters = [] } = list ?? {};
  // what all lists share comes after a list's own
  const parameters = [...writtenParameters]
    .sort((a, b) => Number(a.$ref !== undefined) - Number(b.$ref !== undefined))
    .map((parameter) => resolveParameter(contract, parameter))
    .flatMap(({ name, schema }) => (name && schema ? [{ name, schema }] : []));
  const fieldsOf = (parameter: string) =>
    (parameters.find(({ name }) => name === parameter)?.schema.items?.enum ?? []).map(String);
  const ownParameters = parameters.filter(({ name }) => ![...COMMON_PARAMETERS, TODAY_PARAMETER].includes(name));
  const rangeOf = ({ $ref = '' }: Schema) => RANGES[refName($ref)];
  return {
    sorts: fieldsOf('sort').filter((sort) => !sort.startsWith('-')),
    filters: Object.fromEntries(
      ownParameters
        .filter(({ schema }) => !rangeOf(schema))
        .map(({ name, schema }) => [name, valuesOrMaxLengthOf(contract, name, schema)]),
    ),
    ranges: Object.fromEntries(
      ownParameters.flatMap(({ name, schema }) => {
        const range = rangeOf(schema);
        return range ? [[name, range]] : [];
      }),
    ),
    negatable: fieldsOf('not').filter((name) => name !== 'status'),
    emptiable: fieldsOf('empty'),
    ...(parameters.some(({ name }) => name === TODAY_PARAMETER) && { takesToday: true }),
  };
}
