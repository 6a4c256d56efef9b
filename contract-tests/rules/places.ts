import { oncePerContract } from '../contract/contract.ts';
import type { Schema } from '../contract/types.ts';

/** Every schema of the contract with its pointer; shared ones once, where they are defined. */
export const schemasWithPointers = oncePerContract((contract): [string, Schema][] => {
  const schemas: [string, Schema][] = [];
  const walk = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null || /\/(examples?|x-text|x-hint|x-rules)$/.test(pointer)) return;
    // Cast: an object that is no schema has none of the keywords that rules read.
    schemas.push([pointer, node as Schema]);
    for (const [key, child] of Object.entries(node)) walk(child, `${pointer}/${key}`);
  };
  walk(contract.components, 'components');
  walk(contract.paths, 'paths');
  return schemas;
});
