import { type Contract, fail, resolve, type Text } from './contract-document.ts';

/** A setting as its page shows it. */
export interface Setting {
  name: string;
  /** The part of the page that it stands in. */
  group: string;
  label: Text;
  about: Text;
  unit?: Text;
  type: string | string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

/** Who approves each kind's records at first stands with the kind, in `x-review`. */
const firstReviews = (contract: Contract, kinds: readonly string[]) =>
  Object.fromEntries(
    kinds.map((kind) => [kind, contract.tags.find(({ name }) => name === kind)?.['x-review'] ?? 'second-person']),
  );

/** The settings in the order of the contract. */
export function collectSettings(contract: Contract): Setting[] {
  const { properties = {} } = contract.components.schemas.Settings ?? {};
  return Object.entries(properties).map(([name, raw]) => {
    const schema = resolve(contract, raw);
    const { 'x-group': group, 'x-label': label, 'x-about': about, 'x-unit': unit } = schema;
    if (!group || !label || !about || !schema.type)
      return fail(`the setting ${name} lacks x-group, x-label or x-about`);
    const { minimum, maximum } = schema;
    const initial =
      name === 'review' ? firstReviews(contract, Object.keys(schema.properties ?? {})) : schema['x-default'];
    // the cast: members that are undefined go when the facts are written as JSON
    return { name, group, label, about, unit, type: schema.type, minimum, maximum, default: initial } as Setting;
  });
}
