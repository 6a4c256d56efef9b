import { contract, type ErrorKey, type Language, type Rule, type Schemas, type Texts } from './contract.ts';

const STATUS_BY_KEY: Record<ErrorKey, number> = {
  invalidRequest: 400,
  unauthorized: 401,
  invalidToken: 401,
  forbidden: 403,
  accountPending: 403,
  accountInactive: 403,
  accountRejected: 403,
  registrationClosed: 403,
  subscriberInactive: 403,
  beyondReach: 403,
  notOwner: 403,
  readOnlyPreview: 403,
  notFound: 404,
  duplicateCode: 409,
  duplicateRecord: 409,
  duplicateView: 409,
  tooManyViews: 409,
  inUse: 409,
  invalidTransition: 409,
  secondPerson: 409,
  proposalOpen: 409,
  taskRunning: 409,
  nothingMatches: 409,
  matchesChanged: 409,
  laneMoved: 409,
  importUnsound: 409,
  tooManyImports: 409,
  changeSetUnsound: 409,
  changeSetEmpty: 409,
  nobodyToApprove: 409,
  approvalLost: 409,
  revertInReview: 409,
  changeSetChanged: 409,
  itemExists: 409,
  tooManyItems: 409,
  lastAdministrator: 409,
  ownAccount: 409,
  roleInUse: 409,
  secondFactorRequired: 409,
  noSecondFactor: 409,
  versionConflict: 412,
  proposalChanged: 412,
  tooLarge: 413,
  validationError: 422,
  invalidCredentials: 422,
  preconditionRequired: 428,
  tooManyRequests: 429,
  busy: 429,
  serverError: 500,
  unknownError: 500,
  invalidResponse: 500,
  networkError: 503,
  requestTimeout: 503,
  dataLocked: 503,
  storageFull: 503,
};

/** A violated rule at a field. */
export interface FieldProblem {
  pointer: string;
  rule: Rule;
  parameters?: TextParameters;
}

interface ProblemDetails {
  fields?: FieldProblem[];
  /** The current record or proposal. */
  current?: object;
  references?: Schemas['References'];
  permission?: string;
  /** Seconds after which the client may retry. */
  retryAfter?: number;
  /** Values for the placeholders of the key's text. */
  parameters?: TextParameters;
}

/** An error of the contract, which the middleware sends as the error envelope. */
export class Problem extends Error {
  readonly key: ErrorKey;
  readonly details: ProblemDetails;

  constructor(key: ErrorKey, details: ProblemDetails = {}) {
    super(key);
    this.key = key;
    this.details = details;
  }

  get status() {
    return STATUS_BY_KEY[this.key];
  }

  text(language: Language): string {
    const { fields, references, parameters } = this.details;
    return keyText(this.key, language, { count: references?.total ?? fields?.length ?? 0, ...parameters });
  }

  data(language: Language, traceId: string): Schemas['ErrorData'] {
    const { fields, current, references, permission } = this.details;
    return {
      key: this.key,
      traceId,
      ...(fields ? { fields: fields.map((field) => fieldError(field, language)) } : {}),
      ...(current ? { current: { ...current } } : {}),
      ...(references ? { references } : {}),
      ...(permission ? { permission } : {}),
    };
  }
}

const fieldError = ({ pointer, rule, parameters }: FieldProblem, language: Language) => ({
  pointer,
  rule,
  message: ruleText(rule, language, parameters),
});

/** Creates a validation error. */
export const invalid = (...fields: FieldProblem[]) => new Problem('validationError', { fields });

export type TextParameters = Record<string, string | number | Texts>;

const KEY_TEXTS: Record<ErrorKey, Texts> = contract.components.schemas.ErrorKey['x-text'];
const RULE_TEXTS: Record<Rule, Texts> = contract.components.schemas.Rule['x-text'];

function fillPlaceholders(texts: Texts, language: Language, parameters: TextParameters): string {
  return texts[language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? '';
    return typeof value === 'object' ? value[language] : String(value);
  });
}

const keyText = (key: ErrorKey, language: Language, parameters: TextParameters = {}) =>
  fillPlaceholders(KEY_TEXTS[key], language, parameters);

export const ruleText = (rule: Rule, language: Language, parameters: TextParameters = {}) =>
  fillPlaceholders(RULE_TEXTS[rule], language, parameters);

export const isRule = (text: string): text is Rule => text in RULE_TEXTS;
