import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Middleware } from 'koa';
import { languageOf } from './caller.ts';

/** Where `npm run generate` writes the contract and the pages made from it; the build copies them beside the bundle. */
const FOLDER = new URL('./api-docs.gen/', import.meta.url);

const DOCUMENT =
  /^\/(openapi\.(?:yaml|json)|docs\/(?:frame\.css|content\.css|docs\.js)|docs\/(?:zh-CN|en)\/(?:search\.json|[a-z_]*))$/;

interface StoredFile {
  body: Buffer;
  etag: string;
}

/** Returns the name of the file behind a path; undefined if the path is none of the documentation. */
function fileNameOf(path: string): string | undefined {
  const name = DOCUMENT.exec(path)?.[1];
  if (!name) return undefined;
  if (name.endsWith('/')) return `${name}index.html`;
  return /\.[a-z]+$/.test(name) ? name : `${name}.html`;
}

const MEDIA_TYPES: Record<string, string> = {
  yaml: 'application/yaml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/**
 * Serves the contract (`/openapi.yaml`, `/openapi.json`) and its pages (`/docs`), for which nobody has to sign in. Files are read when they
 * are first asked for, so that they cost nothing at the start.
 */
export function serveApiDocs(): Middleware {
  const files = new Map<string, Promise<StoredFile | undefined>>();
  const read = async (name: string): Promise<StoredFile | undefined> => {
    const body = await readFile(new URL(name, FOLDER)).catch(() => undefined);
    // weak, because compression changes the bytes
    return body && { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  };
  const readOnce = (name: string) => {
    const file = files.get(name) ?? read(name);
    files.set(name, file);
    return file;
  };
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/docs' || ctx.path === '/docs/') {
      ctx.vary('Accept-Language');
      ctx.set('Cache-Control', 'no-cache');
      return ctx.redirect(`/docs/${languageOf(ctx)}/`);
    }
    const name = fileNameOf(ctx.path);
    const file = name && (await readOnce(name));
    if (!file) return next();
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('ETag', file.etag);
    ctx.set('Content-Type', MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
    // not `ctx.fresh`: clients that validate a copy of their own, such as Node's fetch, also send `Cache-Control: no-cache`
    if (ctx.get('If-None-Match').includes(file.etag)) ctx.status = 304;
    else ctx.body = file.body;
  };
}
