import { type ErrorKey, errorTexts, type Language, type Schemas } from './facts.gen.ts';
import { localProblem, Problem } from './problem.ts';

export interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

const success = new Set([200, 201, 202, 204]);
const requestFailed = { 'zh-CN': '请求失败', en: 'Request failed' };

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

function isEnvelope(value: unknown): value is Envelope {
  return isObject(value) && typeof value.code === 'number' && 'data' in value;
}

function isErrorKey(value: unknown): value is ErrorKey {
  return typeof value === 'string' && value in errorTexts;
}

function refusal(response: Response, envelope: Envelope, language: Language): Problem {
  // The cast: the server checks its answers against the contract, and only `key` is used before it is looked at.
  const data = (isObject(envelope.data) ? envelope.data : {}) as Partial<Schemas['ErrorData']>;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Problem({
    status: response.status,
    code: envelope.code,
    key: isErrorKey(data.key) ? data.key : 'unknownError',
    message: envelope.message || `${requestFailed[language]} (${envelope.code})`,
    traceId: data.traceId,
    fields: data.fields,
    current: data.current,
    references: data.references,
    permission: data.permission,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** The envelope of a success; throws for a refusal and for whatever is no envelope or contradicts its HTTP status. */
export function openEnvelope(response: Response, body: unknown, language: Language): Envelope {
  const envelope = parse(body);
  if (!isEnvelope(envelope)) throw localProblem('invalidResponse', language, response.status);
  if (!success.has(envelope.code)) throw refusal(response, envelope, language);
  if (envelope.code !== response.status) throw localProblem('invalidResponse', language, response.status);
  return envelope;
}
