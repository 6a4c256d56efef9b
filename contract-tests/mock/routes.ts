import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';

interface Route {
  operation: Operation;
  path: Record<string, string>;
}

/** Finds the operation of a request, without `/dc`; undefined for unknown paths. */
export type FindRoute = (method: string, pathname: string) => Route | undefined;

export function createRoutes(contract: Contract): FindRoute {
  const routes = operationsOf(contract)
    .map((operation) => {
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const pattern = operation.path.replace(/\{\w+\}/g, '([^/]+)');
      return { operation, names, regex: new RegExp(`^${pattern}$`, 'i') };
    })
    // fixed segments take precedence over parameters
    .toSorted((a, b) => a.names.length - b.names.length);
  return (method, pathname) => {
    for (const { operation, names, regex } of routes) {
      const match = operation.method === method.toLowerCase() && regex.exec(pathname);
      if (!match) continue;
      const values = names.map((name, index) => [name, decode(match[index + 1] ?? '')]);
      return { operation, path: Object.fromEntries(values) };
    }
    return undefined;
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
