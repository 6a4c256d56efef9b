import { memoizePerContract } from '../contract/contract.ts';
import type { Schema } from '../contract/types.ts';

/** Returns every schema of the contract with its pointer. Shared schemas are listed once, at their definition. */
export const schemasWithPointers = memoizePerContract((contract): [string, Schema][] => {
  const schemas: [string, Schema][] = [];
  const walk = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null || /\/(examples?|x-text|x-hint|x-rules)$/.test(pointer)) return;
    // Cast: objects that are not schemas have none of the keywords that the rules read.
    schemas.push([pointer, node as Schema]);
    for (const [key, child] of Object.entries(node)) walk(child, `${pointer}/${key}`);
  };
  walk(contract.components, 'components');
  walk(contract.paths, 'paths');
  return schemas;
});
