import {
  type Contract,
  collectRefs,
  type FieldRule,
  fail,
  listFields,
  type Operation,
  refName,
  resolve,
  type Schema,
} from './contract-document.ts';

const ASSERTION_KEYWORDS = [
  'const',
  'multipleOf',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minProperties',
  'contains',
  'not',
  'if',
];

/** Fails for a keyword that Rule does not list, because its errors would have no text. */
export function checkAssertionKeywords(contract: Contract, bodies: readonly string[]): void {
  const rules = new Set(contract.components.schemas.Rule?.enum);
  for (const body of bodies) {
    for (const [path, field] of listFields(contract, contract.components.schemas[body] ?? {})) {
      const used = Object.keys(resolve(contract, field));
      const missing = ASSERTION_KEYWORDS.find((keyword) => used.includes(keyword) && !rules.has(keyword));
      if (missing) fail(`${body} uses ${missing} at ${path}, which Rule neither lists nor has a text for`);
    }
  }
}

type Picked<T> = Record<string, T>;

function collectByBody<T>(names: readonly string[], pick: (name: string) => readonly T[]): Picked<readonly T[]> {
  return Object.fromEntries(
    names.map((name) => [name, pick(name)] as const).filter(([, selected]) => selected.length > 0),
  );
}

/** Collects the fields of bodies, the required and the read-only ones, and the rules between fields. */
export function collectBodies(contract: Contract, names: readonly string[]) {
  const { schemas } = contract.components;
  const fieldsOf = (name: string) => listFields(contract, schemas[name] ?? {});
  const rules = collectByBody(names, (name) => schemas[name]?.['x-rules'] ?? []);
  for (const [name, found] of Object.entries(rules))
    checkRuleFields(name, found, Object.keys(schemas[name]?.properties ?? {}));
  return {
    fields: Object.fromEntries(names.map((name) => [name, Object.keys(schemas[name]?.properties ?? {})])),
    requiredToSave: Object.fromEntries(
      names.map((name) => [
        name,
        [
          ...(schemas[name]?.required ?? []),
          ...fieldsOf(name).flatMap(([path, field]) =>
            listBranches(contract, field).flatMap(({ required = [] }) =>
              required.map((property) => `${path}/${property}`),
            ),
          ),
        ],
      ]),
    ),
    readOnly: collectByBody(names, (name) =>
      fieldsOf(name).flatMap(([path, field]) => (resolve(contract, field)['x-read-only'] ? [path] : [])),
    ),
    rules,
  };
}

/** Returns a field's schema and its `oneOf` alternatives. */
function listBranches(contract: Contract, field: Schema): Schema[] {
  const found = resolve(contract, field);
  return [found, ...(found.oneOf ?? []).map((branch) => resolve(contract, branch))];
}

function checkRuleFields(name: string, rules: readonly FieldRule[], fields: readonly string[]): void {
  const unknownField = rules
    .flatMap(({ at, fields: otherFields }) => [at, ...otherFields])
    .find((field) => !fields.includes(field));
  if (unknownField) fail(`an x-rules of ${name} names ${unknownField}, which it does not hold`);
}

/** Collects the title templates of entities whose records have no name. */
export function collectTitles(contract: Contract, entities: readonly string[], operations: readonly Operation[]) {
  return Object.fromEntries(
    entities.flatMap((entity) => {
      const taggedOperations = operations.filter(({ tags }) => tags.includes(entity));
      const title = [...collectRefs(contract, taggedOperations)]
        .map((ref) => contract.components.schemas[refName(ref)]?.['x-title'])
        .find((text) => text !== undefined);
      return title === undefined ? [] : [[entity, title] as const];
    }),
  );
}
