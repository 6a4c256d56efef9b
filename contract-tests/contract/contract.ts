import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Contract, Ref } from './types.ts';

export const contractFile = fileURLToPath(new URL('../../openapi.yaml', import.meta.url));

let read: Contract | undefined;

/** A fresh copy each time, so that a test may break its own before anything else is asked of it. */
export function readContract(): Contract {
  // Cast: the contract's shape is what `npm run lint` and rules.test.ts check.
  read ??= parse(readFileSync(contractFile, 'utf8'), { maxAliasCount: -1 }) as Contract;
  return structuredClone(read);
}

/** Keeps what is made of a contract, which does not change once something has been made of it. */
export function oncePerContract<T>(make: (contract: Contract) => T): (contract: Contract) => T {
  const made = new WeakMap<Contract, { value: T }>();
  return (contract) => {
    const kept = made.get(contract) ?? { value: make(contract) };
    made.set(contract, kept);
    return kept.value;
  };
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
