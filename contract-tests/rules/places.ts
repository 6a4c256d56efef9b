import { oncePerContract } from '../contract/contract.ts';
import type { Schema } from '../contract/types.ts';

/** Every schema of the contract with its place; shared ones once, where they are defined. */
export const placesOf = oncePerContract((contract): [string, Schema][] => {
  const found: [string, Schema][] = [];
  const walk = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null || /\/(examples?|x-text|x-hint|x-rules)$/.test(place)) return;
    // Cast: any object may be looked at as a schema; what is none has none of its keywords.
    found.push([place, node as Schema]);
    for (const [key, child] of Object.entries(node)) walk(child, `${place}/${key}`);
  };
  walk(contract.components, 'components');
  walk(contract.paths, 'paths');
  return found;
});
