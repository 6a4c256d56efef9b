import { type Contract, fail, resolve, type Text } from './contract-document.ts';

/** A setting of the settings page. */
export interface Setting {
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
export function collectSettings(contract: Contract): Setting[] {
  const { properties = {} } = contract.components.schemas.Settings ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolve(contract, property);
    const { 'x-group': group, 'x-label': label, 'x-about': about, 'x-unit': unit } = schema;
    if (!group || !label || !about) return fail(`the setting ${name} lacks x-group, x-label or x-about`);
    const defaultValue =
      name === 'review' ? defaultReviews(contract, Object.keys(schema.properties ?? {})) : schema['x-default'];
    // the cast: undefined properties are dropped when the facts are written as JSON
    return { name, group, label, about, unit, default: defaultValue } as Setting;
  });
}
