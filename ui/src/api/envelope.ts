import { type ErrorKey, type Language, ownErrorTexts, type Schemas } from './metadata.gen.ts';
import { localProblem, Problem } from './problem.ts';

export interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

const SUCCESS_CODES = new Set([200, 201, 202, 204]);
const REQUEST_FAILED = { 'zh-CN': '请求失败', en: 'Request failed' };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const hasCode = (value: Record<string, unknown>): value is Record<string, unknown> & { code: number } =>
  typeof value.code === 'number';

// the list of all keys would weigh on the sign-in page, and a key that the console does not know is equal to none that it asks for
const isErrorKey = (value: unknown): value is ErrorKey => typeof value === 'string' && /^[a-z]+$/i.test(value);

/** Returns the message of an error response, or a text with its code, or that of a network error. */
function errorMessage({ code, message }: Record<string, unknown>, language: Language): string {
  if (typeof message === 'string' && message) return message;
  const isErrorCode = typeof code === 'number' && !SUCCESS_CODES.has(code);
  return isErrorCode ? `${REQUEST_FAILED[language]} (${code})` : ownErrorTexts.networkError[language];
}

function createProblem(response: Response, envelope: Record<string, unknown>, language: Language): Problem {
  // The cast: the server validates its responses against the contract, and `key` is checked below.
  const data = (isObject(envelope.data) ? envelope.data : {}) as Partial<Schemas['ErrorData']>;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Problem({
    status: response.status,
    code: hasCode(envelope) ? envelope.code : 0,
    key: isErrorKey(data.key) ? data.key : hasCode(envelope) ? 'unknownError' : 'networkError',
    message: errorMessage(envelope, language),
    traceId: data.traceId,
    fields: data.fields,
    current: data.current,
    references: data.references,
    permission: data.permission,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** Returns the envelope of a success. Throws for an error status of HTTP or of the envelope, and for invalid responses. */
export function openEnvelope(response: Response, body: unknown, language: Language): Envelope {
  if (response.status === 204) return { code: 204, message: '', data: null };
  const parsed = parse(body);
  const envelope = isObject(parsed) ? parsed : {};
  if (!response.ok) throw createProblem(response, envelope, language);
  if (!hasCode(envelope)) throw localProblem('invalidResponse', language, response.status);
  if (!SUCCESS_CODES.has(envelope.code)) throw createProblem(response, envelope, language);
  if (envelope.data === undefined && envelope.code !== 204)
    throw localProblem('invalidResponse', language, response.status);
  return {
    code: envelope.code,
    message: typeof envelope.message === 'string' ? envelope.message : '',
    data: envelope.data ?? null,
  };
}
