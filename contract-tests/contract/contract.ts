import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Contract, Ref } from './types.ts';

export const contractFile = fileURLToPath(new URL('../../openapi.yaml', import.meta.url));

let parsedContract: Contract | undefined;

/** Returns the same frozen contract each time, so that values computed from it are cached; with `fresh` as the file is now. */
export function readContract({ fresh = false } = {}): Contract {
  if (fresh) parsedContract = undefined;
  // Cast: the contract's shape is what `npm run lint` and rules.test.ts check.
  parsedContract ??= deepFreeze(parse(readFileSync(contractFile, 'utf8'), { maxAliasCount: -1 }) as Contract);
  return parsedContract;
}

/** Returns a new copy that the caller may modify. */
export const copyContract = (): Contract => structuredClone(readContract());

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) if (child && typeof child === 'object') deepFreeze(child);
  return Object.freeze(value);
}

/** Caches a value computed from a contract, which must not be modified after the first call. */
export function memoizePerContract<T>(compute: (contract: Contract) => T): (contract: Contract) => T {
  const cache = new WeakMap<Contract, { value: T }>();
  return (contract) => {
    const cached = cache.get(contract) ?? { value: compute(contract) };
    cache.set(contract, cached);
    return cached.value;
  };
}

export function resolve<T extends object>(contract: Contract, node: T | Ref): T {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T; // Cast: without a $ref the node is a T.
  let target: unknown = contract;
  for (const part of pointerParts(node.$ref)) {
    // Cast: a step into parsed YAML; a wrong one gives undefined and throws below.
    target = (target as Record<string, unknown> | undefined)?.[part];
  }
  if (!target) throw new Error(`${node.$ref} does not exist; define it in openapi.yaml`);
  return resolve(contract, target as T | Ref); // Cast: a $ref used instead of a T points to a T.
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
