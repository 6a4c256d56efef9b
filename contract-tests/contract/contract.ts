import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Contract, Ref } from './types.ts';

export const contractFile = fileURLToPath(new URL('../../openapi.yaml', import.meta.url));

/** A fresh copy each time, so that a test may break its own. */
export function readContract(): Contract {
  // Cast: the contract's shape is what `npm run lint` and rules.test.ts check.
  return parse(readFileSync(contractFile, 'utf8'), { maxAliasCount: -1 }) as Contract;
}

export function resolve<T extends object>(contract: Contract, node: T | Ref): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T; // Cast: without a $ref it is the thing itself.
  let found: unknown = contract;
  for (const part of pointerParts(node.$ref)) {
    // Cast: a step into parsed YAML; a wrong one gives undefined and throws below.
    found = (found as Record<string, unknown> | undefined)?.[part];
  }
  if (!found) throw new Error(`${node.$ref} points nowhere; define it in openapi.yaml`);
  return resolve(contract, found as T | Ref); // Cast: a $ref stands where a T stands, so its target is one.
}

export function refName(node: object): string | undefined {
  return '$ref' in node && typeof node.$ref === 'string' ? pointerParts(node.$ref).at(-1) : undefined;
}

function pointerParts(ref: string): string[] {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
