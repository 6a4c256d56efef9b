import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { Listener } from '../server.ts';

const SWITCH_PATH = '/__mock/switch.js';
const switchFile = path.join(import.meta.dirname, 'switch.js');

const MEDIA_TYPES: Record<string, string> = {
  yaml: 'application/yaml',
  json: 'application/json',
  css: 'text/css',
  js: 'text/javascript',
  html: 'text/html',
};

/** Puts the mock, its switch and the pages of the contract in front of Vite, so that one port serves all of it. */
export const mockPlugin = (root: string, listener: Listener): Plugin => ({
  name: 'mock of the contract',
  configureServer({ middlewares }) {
    middlewares.use(listener);
    middlewares.use((incoming, outgoing, next) => {
      serveFile(root, incoming, outgoing).then((isServed) => isServed || next(), next);
    });
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: SWITCH_PATH }, injectTo: 'head-prepend' }],
});

/** Serves the switch, the contract and its pages, as they were generated. */
async function serveFile(root: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
  const { pathname } = new URL(incoming.url ?? '/', 'http://mock');
  if (pathname === '/docs' || pathname === '/docs/') {
    const language = incoming.headers['accept-language']?.startsWith('en') ? 'en' : 'zh-CN';
    outgoing.writeHead(302, { location: `/docs/${language}/` }).end();
    return true;
  }
  const file = fileBehind(root, pathname);
  const content = file && (await readFile(file).catch(() => undefined));
  if (!file || !content) return false;
  const type = MEDIA_TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream';
  outgoing.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' }).end(content);
  return true;
}

const DOCUMENT = /^\/(openapi\.(?:yaml|json)|docs\/(?:[\w-]+\/)?[\w.-]*)$/;

function fileBehind(root: string, pathname: string): string | undefined {
  if (pathname === SWITCH_PATH) return switchFile;
  const name = DOCUMENT.exec(pathname)?.[1];
  if (!name) return undefined;
  const generated = path.join(root, 'bff/src/http/api-docs.gen');
  if (name.endsWith('/')) return path.join(generated, name, 'index.html');
  return path.join(generated, path.extname(name) ? name : `${name}.html`);
}
