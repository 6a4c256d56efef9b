import {
  type Contract,
  type FieldRule,
  fail,
  nameOf,
  type Operation,
  places,
  reach,
  resolve,
  type Schema,
} from './contract-document.ts';

const assertions = [
  'const',
  'multipleOf',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minProperties',
  'contains',
  'not',
  'if',
];

/** A keyword that Rule does not list would reach a person without a text. */
export function checkRules(contract: Contract, bodies: readonly string[]): void {
  const rules = new Set(contract.components.schemas.Rule?.enum);
  for (const body of bodies) {
    for (const [place, field] of places(contract, contract.components.schemas[body] ?? {})) {
      const used = Object.keys(resolve(contract, field));
      const missing = assertions.find((keyword) => used.includes(keyword) && !rules.has(keyword));
      if (missing) fail(`${body} uses ${missing} at ${place}, which Rule neither lists nor has a text for`);
    }
  }
}

type Picked<T> = Record<string, T>;

function byBody<T>(names: readonly string[], pick: (name: string) => readonly T[]): Picked<readonly T[]> {
  return Object.fromEntries(names.map((name) => [name, pick(name)] as const).filter(([, found]) => found.length > 0));
}

/** What the contract says of whole bodies: their fields, which must be there, which nobody writes, how they agree. */
export function collectBodies(contract: Contract, names: readonly string[]) {
  const { schemas } = contract.components;
  const below = (name: string) => places(contract, schemas[name] ?? {});
  const rules = byBody(names, (name) => schemas[name]?.['x-rules'] ?? []);
  for (const [name, found] of Object.entries(rules))
    checkFields(name, found, Object.keys(schemas[name]?.properties ?? {}));
  return {
    fields: Object.fromEntries(names.map((name) => [name, Object.keys(schemas[name]?.properties ?? {})])),
    requiredToSave: Object.fromEntries(
      names.map((name) => [
        name,
        [
          ...(schemas[name]?.required ?? []),
          ...below(name).flatMap(([place, field]) =>
            branches(contract, field).flatMap(({ required = [] }) =>
              required.map((property) => `${place}/${property}`),
            ),
          ),
        ],
      ]),
    ),
    readOnly: byBody(names, (name) =>
      below(name).flatMap(([place, field]) => (resolve(contract, field)['x-read-only'] ? [place] : [])),
    ),
    rules,
  };
}

/** A field's schema, and what it may be instead. */
function branches(contract: Contract, field: Schema): Schema[] {
  const found = resolve(contract, field);
  return [found, ...(found.oneOf ?? []).map((branch) => resolve(contract, branch))];
}

function checkFields(name: string, rules: readonly FieldRule[], fields: readonly string[]): void {
  const unknown = rules.flatMap(({ at, fields: others }) => [at, ...others]).find((field) => !fields.includes(field));
  if (unknown) fail(`an x-rules of ${name} names ${unknown}, which it does not hold`);
}

/** What stands for a name, by kind, where a kind's records have none. */
export function collectTitles(contract: Contract, entities: readonly string[], operations: readonly Operation[]) {
  return Object.fromEntries(
    entities.flatMap((entity) => {
      const tagged = operations.filter(({ tags }) => tags.includes(entity));
      const title = [...reach(contract, tagged)]
        .map((ref) => contract.components.schemas[nameOf(ref)]?.['x-title'])
        .find((text) => text !== undefined);
      return title === undefined ? [] : [[entity, title] as const];
    }),
  );
}
