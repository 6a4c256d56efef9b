import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { preferredLanguage } from '../contract/texts.ts';
import type { Contract } from '../contract/types.ts';
import type { RunningServer } from '../processes/prism.ts';

type Fields = Record<string, unknown>;

type Fault = [pointer: string, rule: string];

interface Country extends Fields {
  id: number;
  code: string;
  status: string;
  version: number;
  createdBy: string;
}

interface Answer {
  status: number;
  data: object;
  headers?: Record<string, string>;
}

const granted: Record<string, string[]> = {
  admin: ['country:read', 'country:create', 'country:delete', 'country:review'],
  editor: ['country:read', 'country:create', 'country:update', 'country:delete'],
  reviewer: ['country:read', 'country:review'],
  viewer: ['country:read'],
};

/** The status after each event. */
const FIRST_LOGGED_DAY = '2026-01-01';
const STATUSES: Record<string, string> = {
  approve: 'approved',
  reject: 'rejected',
  activate: 'active',
  deactivate: 'inactive',
  resubmit: 'pending',
};

/** Thrown to answer with an error. */
class Refusal extends Error {
  readonly answer: Answer;

  constructor(status: number, key: string, more: object = {}) {
    super(key);
    this.answer = { status, data: { key, traceId: '7f3c9a1e52b04d88', ...more } };
  }
}

const prefersEnglish = (header?: string): boolean => preferredLanguage(header) === 'en';

/**
 * Starts a backend that implements signing in and, of countries, only list, create, get, delete and transition; other paths are not
 * found. It is wrong in two ways: the ETag of a record is always that of its first version, and codes are not folded to upper case.
 */
export async function startCountryBackend(contract: Contract): Promise<RunningServer> {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': true } });
  ajv.addSchema(contract, 'contract');
  const validateBody = ajv.compile({ $ref: 'contract#/components/schemas/CountryWrite' });
  const countries = new Map<number, Country>();
  const rejections = new Map<number, Fields>();
  let lastId = 0;

  const textOf = (schema: 'ErrorKey' | 'Rule', name: string, english: boolean, count?: number): string => {
    const text = contract.components.schemas[schema]?.['x-text']?.[name]?.[english ? 'en' : 'zh-CN'] ?? '';
    const entity = english ? 'Country' : '国家';
    return text
      .replaceAll('{entity}', entity)
      .replace('{count}', `${count ?? '…'}`)
      .replace(/\{\w+\}/g, '…');
  };
  const toField = (pointer: string, rule: string, english: boolean) => ({
    pointer,
    rule,
    message: textOf('Rule', rule, english),
  });
  const invalid = (faults: Fault[], english: boolean) => {
    const fields = faults.map(([pointer, rule]) => toField(pointer, rule, english));
    return new Refusal(422, 'validationError', { fields });
  };

  function callerOf({ headers }: IncomingMessage, permission: string): string {
    const [, name = ''] = /^Bearer token-of-(\w+)$/.exec(headers.authorization ?? '') ?? [];
    const permissions = granted[name];
    if (!permissions) throw new Refusal(401, 'unauthorized');
    if (!permissions.includes(permission)) throw new Refusal(403, 'forbidden', { permission });
    return name;
  }

  function login(body: Fields): Answer {
    const name = String(body.username);
    const permissions = granted[name];
    if (!permissions) throw new Refusal(422, 'invalidCredentials');
    const roles = [{ name, displayName: name, permissions: permissions.map((permission) => ({ name: permission })) }];
    return { status: 200, data: { token: `token-of-${name}`, user: { username: name, roles } } };
  }

  function create(body: Fields, parameterFaults: Fault[], caller: string, english: boolean): Answer {
    if (!validateBody(body) || parameterFaults.length > 0) {
      const rules = Object.keys(contract.components.schemas.Rule?.['x-text'] ?? {});
      const faults = (validateBody.errors ?? []).flatMap(({ instancePath, keyword, params }): Fault[] => {
        const member = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
        return rules.includes(keyword) ? [[member ? `${instancePath}/${member}` : instancePath, keyword]] : [];
      });
      throw invalid([...faults, ...parameterFaults], english);
    }
    const code = String(body.code);
    if ([...countries.values()].some((country) => country.code === code))
      throw new Refusal(409, 'duplicateCode', { fields: [toField('/code', 'duplicateCode', english)] });
    lastId += 1;
    const time = new Date().toISOString();
    const optional = { alpha3Code: null, continent: null, region: null, currency: null, symbol: null, locales: {} };
    const state = { status: 'pending', version: 1, createTime: time, updateTime: time, warnings: [] };
    const record = { ...optional, ...body, ...state, id: lastId, code, createdBy: caller, updatedBy: caller };
    countries.set(lastId, record);
    return { status: 201, data: { record, labels: {} }, headers: { etag: '"1"' } };
  }

  function answer(request: IncomingMessage, body: string): Answer | undefined {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const english = prefersEnglish(request.headers['accept-language']);
    const route = `${request.method} ${pathname.replace(/\/countries\/[^/]+/, '/countries/{id}')}`;
    const parse = (): Fields => {
      if (body.length > 2 ** 20) throw new Refusal(413, 'tooLarge');
      try {
        return JSON.parse(body);
      } catch {
        throw new Refusal(400, 'invalidRequest');
      }
    };
    const parameterFaults = (...known: string[]): Fault[] => {
      const unknown = [...searchParams.keys()].filter((name) => !known.includes(name));
      const id = Number(/\/countries\/([^/]+)/.exec(pathname)?.[1] ?? 1);
      const faults = unknown.map((name): Fault => [`/query/${name}`, 'additionalProperties']);
      if (!Number.isInteger(id)) faults.push(['/path/id', 'type']);
      else if (id < 1) faults.push(['/path/id', 'minimum']);
      else if (id > 4_294_967_295) faults.push(['/path/id', 'maximum']);
      return faults;
    };
    const assertParameters = (...known: string[]) => {
      const faults = parameterFaults(...known);
      if (faults.length > 0) throw invalid(faults, english);
    };
    // On every day of the log and later, countries have the state of now, because this backend changes none and has no change sets.
    const assertKnownDay = (day: string | null) => {
      if (day === null) return;
      if (day < FIRST_LOGGED_DAY) throw invalid([['/query/asOf', 'beforeLog']], english);
    };
    const find = (): Country => {
      const country = countries.get(Number(/\/countries\/(\d+)/.exec(pathname)?.[1]));
      if (!country) throw new Refusal(404, 'notFound');
      return country;
    };
    switch (route) {
      case 'POST /dc/api/v1/auth/login':
        assertParameters();
        return login(parse());
      case 'GET /dc/api/v1/countries': {
        callerOf(request, 'country:read');
        assertParameters('code', 'status', 'pageSize', 'sort', 'asOf');
        assertKnownDay(searchParams.get('asOf'));
        const code = searchParams.get('code');
        const items = [...countries.values()].filter((country) => code === null || country.code === code);
        return { status: 200, data: { items, total: items.length } };
      }
      case 'POST /dc/api/v1/countries': {
        const caller = callerOf(request, 'country:create');
        return create(parse(), parameterFaults(), caller, english);
      }
      case 'GET /dc/api/v1/countries/{id}': {
        const caller = callerOf(request, 'country:read');
        assertParameters('asOf');
        assertKnownDay(searchParams.get('asOf'));
        const record = find();
        const rejection = record.status === 'rejected' && rejections.get(record.id);
        const more = {
          ...(rejection && { rejection }),
          ownWork: record.createdBy === caller,
          labels: {},
          review: 'second-person',
          proposed: false,
          upcoming: [],
        };
        return { status: 200, data: { record, ...more }, headers: { etag: '"1"' } };
      }
      case 'DELETE /dc/api/v1/countries/{id}': {
        callerOf(request, 'country:delete');
        assertParameters();
        countries.delete(find().id);
        return { status: 200, data: {} };
      }
      case 'POST /dc/api/v1/countries/{id}/transitions': {
        const { event, reason } = parse();
        const caller = callerOf(request, event === 'resubmit' ? 'country:update' : 'country:review');
        assertParameters();
        const country = find();
        const status = STATUSES[String(event)] ?? country.status;
        const time = new Date().toISOString();
        const record = { ...country, status, version: country.version + 1, updatedBy: caller, updateTime: time };
        if (event === 'reject') rejections.set(record.id, { kind: 'record', by: caller, time, reason });
        countries.set(record.id, record);
        return { status: 200, data: { record, labels: {} }, headers: { etag: `"${record.version}"` } };
      }
      default:
        return undefined;
    }
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void text(request).then((body) => {
      const english = prefersEnglish(request.headers['accept-language']);
      const result = refusalOr(() => answer(request, body));
      if (!result) return response.writeHead(404, { 'content-type': 'text/plain' }).end('no such route');
      const { status, data, headers } = result;
      const key = String(Object(data).key ?? '');
      const message = status < 300 ? 'OK' : textOf('ErrorKey', key, english, Object(data).fields?.length);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify({ code: status, message, data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // Cast: a TCP server's address is never a string.
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/dc`, stop };
}

function refusalOr(work: () => Answer | undefined): Answer | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}
