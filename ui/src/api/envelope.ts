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

const hasCode = (value: Record<string, unknown>): value is Record<string, unknown> & { code: number } =>
  typeof value.code === 'number';

function isErrorKey(value: unknown): value is ErrorKey {
  return typeof value === 'string' && value in errorTexts;
}

/** What a refusal says: its own message, or which code it has, or that there was none of either. */
function messageOf({ code, message }: Record<string, unknown>, language: Language): string {
  if (typeof message === 'string' && message) return message;
  const isRefused = typeof code === 'number' && !success.has(code);
  return isRefused ? `${requestFailed[language]} (${code})` : errorTexts.networkError[language];
}

function refusal(response: Response, answer: Record<string, unknown>, language: Language): Problem {
  // The cast: the server checks its answers against the contract, and only `key` is used before it is looked at.
  const data = (isObject(answer.data) ? answer.data : {}) as Partial<Schemas['ErrorData']>;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Problem({
    status: response.status,
    code: hasCode(answer) ? answer.code : 0,
    key: isErrorKey(data.key) ? data.key : hasCode(answer) ? 'unknownError' : 'networkError',
    message: messageOf(answer, language),
    traceId: data.traceId,
    fields: data.fields,
    current: data.current,
    references: data.references,
    permission: data.permission,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** The envelope of a success; throws for a refusal, by HTTP or by the envelope's code, and for whatever is no envelope. */
export function openEnvelope(response: Response, body: unknown, language: Language): Envelope {
  if (response.status === 204) return { code: 204, message: '', data: null };
  const parsed = parse(body);
  const answer = isObject(parsed) ? parsed : {};
  if (!response.ok) throw refusal(response, answer, language);
  if (!hasCode(answer)) throw localProblem('invalidResponse', language, response.status);
  if (!success.has(answer.code)) throw refusal(response, answer, language);
  if (answer.data === undefined && answer.code !== 204)
    throw localProblem('invalidResponse', language, response.status);
  return {
    code: answer.code,
    message: typeof answer.message === 'string' ? answer.message : '',
    data: answer.data ?? null,
  };
}
