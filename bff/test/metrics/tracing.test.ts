import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../kit/client.ts';
import { useDatabase } from '../kit/database/database.ts';
import { type ServiceProcess, startServiceProcess } from '../kit/processes.ts';
import { demoPassword as password } from '../kit/service.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  service: unknown;
}

const { url } = await useDatabase();
const spans: Span[] = [];
const deliveries: IncomingHttpHeaders[] = [];
let servers: Server[];
let service: ServiceProcess;

type Attributes = { key: string; value: Record<string, unknown> }[];
const toObject = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Keeps the spans of a request by the OTLP. */
function keepSpans(body: string): void {
  for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans)
    for (const span of scopeSpans.flatMap((scope: { spans: (Span & { attributes: Attributes })[] }) => scope.spans))
      spans.push({
        ...span,
        attributes: toObject(span.attributes),
        service: toObject(resource.attributes)['service.name'],
      });
}

const listen = async (onRequest: (headers: IncomingHttpHeaders, body: string) => void) => {
  const server = createServer(async (request, response) => {
    onRequest(request.headers, await text(request));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};
// Cast: a TCP server's address is never a string.
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  const collector = await listen((_, body) => keepSpans(body));
  const receiver = await listen((headers) => deliveries.push(headers));
  servers = [collector, receiver];
  service = await startServiceProcess(url, {
    OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(collector),
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  await service.exited;
  for (const server of servers) server.close();
});

const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const traceparent = `00-${traceId}-${parentId}-01`;

test('a request continues the trace of its client, with its statements, and has its id', async () => {
  const { token } = await createClient(service.url).ok('login', { body: { username: 'admin', password } });
  const response = await fetch(`${service.url}/dc/api/v1/countries?q=CN`, {
    headers: { Authorization: `Bearer ${token}`, traceparent },
  });
  expect([response.status, response.headers.get('X-Request-Id')]).toEqual([200, traceId]);
  await expect.poll(() => spans.find(({ name }) => name === 'GET listCountries')).toBeTruthy();
  const request = spans.find(({ name }) => name === 'GET listCountries');
  expect(request).toMatchObject({
    traceId,
    parentSpanId: parentId,
    kind: 2,
    service: 'gazetteer-bff',
    attributes: {
      'http.request.method': 'GET',
      'url.path': '/dc/api/v1/countries',
      'http.response.status_code': 200,
      'gazetteer.request_id': traceId,
    },
  });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.length).toBeGreaterThan(1);
  for (const statement of statements) expect(statement).toMatchObject({ traceId, kind: 3 });
  expect(statements.map(({ attributes }) => attributes['db.query.text']).join('\n')).toMatch(/country/);
});

test('statements in a trace contain no values', async () => {
  const name = "O'Secret";
  const { token } = await createClient(service.url).ok('login', { body: { username: 'editor', password } });
  await createClient(service.url, token).ok('createCountry', { body: { code: 'QT', name } }, 201);
  await expect.poll(() => spans.find((span) => span.name === 'POST createCountry')).toBeTruthy();
  expect(JSON.stringify(spans)).toContain('INSERT');
  expect(JSON.stringify(spans)).not.toContain('Secret');
});

test('a delivery is a span, and its receiver can continue the trace', async () => {
  const { token } = await createClient(service.url).ok('login', { body: { username: 'admin', password } });
  const admin = createClient(service.url, token);
  const [, receiver] = servers;
  if (!receiver) throw new Error('There is no receiver.');
  const body = { name: 'traced', url: urlOf(receiver), entities: ['country' as const], active: true };
  const { record } = await admin.ok('createSubscriber', { body }, 201);
  await admin.ok('testSubscriber', { path: { id: record.id } });
  const headers = deliveries.at(-1);
  await expect.poll(() => spans.find(({ name }) => name === 'deliver')).toBeTruthy();
  const delivery = spans.find(({ name }) => name === 'deliver');
  expect(delivery).toMatchObject({
    kind: 3,
    attributes: { 'http.response.status_code': 200, 'gazetteer.message_id': headers?.['webhook-id'] },
  });
  expect(headers?.traceparent).toBe(`00-${delivery?.traceId}-${delivery?.spanId}-01`);
  // the request ends after the delivery in it
  await expect.poll(() => spans.find(({ name }) => name === 'POST testSubscriber')?.traceId).toBe(delivery?.traceId);
});

test('probes are not traced, and nothing of OpenTelemetry is loaded unless the environment asks for it', async () => {
  await fetch(`${service.url}/healthz`);
  expect(spans.filter(({ attributes }) => attributes['url.path'] === '/healthz')).toEqual([]);
  const folder = fileURLToPath(new URL('../../dist/', import.meta.url));
  const loaded = new Set<string>();
  const load = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    const source = readFileSync(`${folder}${name}`, 'utf8');
    for (const [, imported = ''] of source.matchAll(/(?:from|import)\s?"\.\/([^"]+)"/g)) load(imported);
  };
  load('main.js');
  load('worker.js');
  expect(loaded.size).toBeGreaterThan(2);
  for (const name of loaded) expect(readFileSync(`${folder}${name}`, 'utf8')).not.toContain('OTLPTraceExporter');
});
