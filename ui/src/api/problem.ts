import { type ErrorKey, errorTexts, type Language, type Schemas } from './facts.gen.ts';

export type FieldError = Schemas['FieldError'];
export type References = Schemas['References'];

export interface ProblemDetails {
  /** The HTTP status; 0 where no answer came. */
  status: number;
  /** The envelope's code; 0 where there was none. */
  code: number;
  key: ErrorKey;
  message: string;
  traceId?: string | undefined;
  fields?: FieldError[] | undefined;
  /** What the record or proposal is now (412). */
  current?: Record<string, unknown> | undefined;
  references?: References | undefined;
  permission?: string | undefined;
  /** Seconds to wait (429). */
  retryAfter?: number | undefined;
}

/** Every way in which a call can fail, in one shape; `message` is ready to be shown. */
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
  /** Set where the same request is sent again by itself: only its last failure is shown. */
  isRetried = false;

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

/** A problem that this side finds out: no answer, no answer in time, or one that breaks the contract. */
export function localProblem(key: ErrorKey, language: Language, status = 0, cause?: unknown): Problem {
  return new Problem({ status, code: 0, key, message: errorTexts[key][language] }, cause);
}

/** Whatever was thrown, as a problem; a mistake of our own becomes `unknownError`. */
export function toProblem(error: unknown, language: Language): Problem {
  return error instanceof Problem ? error : localProblem('unknownError', language, 0, error);
}
