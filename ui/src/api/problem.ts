import { type ErrorKey, type Language, ownErrorTexts, type Schemas } from './metadata.gen.ts';

export type FieldError = Schemas['FieldError'];
export type References = Schemas['References'];

export interface ProblemDetails {
  /** the HTTP status; 0 without a response */
  status: number;
  /** the envelope's code; 0 without an envelope */
  code: number;
  key: ErrorKey;
  message: string;
  traceId?: string | undefined;
  fields?: FieldError[] | undefined;
  /** the current record or proposal (412) */
  current?: Record<string, unknown> | undefined;
  references?: References | undefined;
  permission?: string | undefined;
  /** seconds to wait (429) */
  retryAfter?: number | undefined;
}

/** The error of every failed request; `message` can be shown to the user. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: number;
  readonly key: ErrorKey;
  readonly traceId: string | undefined;
  readonly fields: FieldError[];
  readonly current: Record<string, unknown> | undefined;
  readonly references: References | undefined;
  readonly permission: string | undefined;
  readonly retryAfter: number | undefined;
  /** set if no toast says so: the request is retried automatically, or the page says itself that it has failed */
  isQuiet = false;

  constructor(details: ProblemDetails, cause?: unknown) {
    super(details.message, { cause });
    this.status = details.status;
    this.code = details.code;
    this.key = details.key;
    this.traceId = details.traceId;
    this.fields = details.fields ?? [];
    this.current = details.current;
    this.references = details.references;
    this.permission = details.permission;
    this.retryAfter = details.retryAfter;
  }
}

/** Creates a problem that the client detects: no response, a timeout, or a response that breaks the contract. */
export function localProblem(
  key: keyof typeof ownErrorTexts,
  language: Language,
  status = 0,
  cause?: unknown,
): Problem {
  return new Problem({ status, code: 0, key, message: ownErrorTexts[key][language] }, cause);
}

/** Converts anything thrown to a problem; programming errors become `unknownError`. */
export function toProblem(error: unknown, language: Language): Problem {
  return error instanceof Problem ? error : localProblem('unknownError', language, 0, error);
}
