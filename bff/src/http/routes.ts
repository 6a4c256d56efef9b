import type { Context, Middleware } from 'koa';

export type Route = (ctx: Context, path: Record<string, string>) => Promise<void>;

interface Leaf {
  route: Route;
  /** Of the parameters on the way to it. */
  names: string[];
}

/** What stands at one place of a path. */
interface Node {
  /** By what is written there, in lower case. */
  named: Map<string, Node>;
  /** Whatever is written there. */
  any?: Node;
  /** By method. */
  leaves: Map<string, Leaf>;
}

export interface Routes {
  /** `path` has its parameters as `{name}`, each between two slashes. */
  add(method: string, path: string, route: Route): void;
  middleware: Middleware;
}

const newNode = (): Node => ({ named: new Map(), leaves: new Map() });
const parameter = /^\{(\w+)\}$/;

/** Finds the route of a request by as many steps as its path has slashes, however many routes there are. */
export function createRoutes(): Routes {
  const root = newNode();
  return {
    add(method, path, route) {
      const names: string[] = [];
      let node = root;
      for (const part of path.split('/').slice(1)) {
        const [, name] = parameter.exec(part) ?? [];
        if (name) names.push(name);
        node = name ? anyOf(node) : namedOf(node, part);
      }
      node.leaves.set(method.toUpperCase(), { route, names });
    },
    middleware(ctx, next) {
      const parts = ctx.path.replace(/\/$/, '').split('/');
      const values: string[] = [];
      // what answers GET answers HEAD, whose body is left out
      const leaf = find(root, ctx.method === 'HEAD' ? 'GET' : ctx.method, parts, 1, values);
      if (!leaf) return next();
      return leaf.route(ctx, Object.fromEntries(leaf.names.map((name, at) => [name, decoded(values[at] ?? '')])));
    },
  };
}

function anyOf(node: Node): Node {
  node.any ??= newNode();
  return node.any;
}

function namedOf(node: Node, part: string): Node {
  const found = node.named.get(part) ?? newNode();
  node.named.set(part, found);
  return found;
}

/** What is named comes before what is any; `values` are those of the parameters on the way. */
function find(node: Node, method: string, parts: string[], at: number, values: string[]): Leaf | undefined {
  const part = parts[at];
  if (part === undefined) return node.leaves.get(method);
  const named = node.named.get(part.toLowerCase());
  const found = named && find(named, method, parts, at + 1, values);
  if (found || !node.any || part === '') return found;
  values.push(part);
  const other = find(node.any, method, parts, at + 1, values);
  if (!other) values.pop();
  return other;
}

/** What cannot be decoded stays as it is, for the checks of parameters to refuse. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
