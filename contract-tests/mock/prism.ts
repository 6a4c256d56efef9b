import { createLogger } from '@stoplight/prism-core';
import { createInstance, type IHttpRequest, type IHttpResponse } from '@stoplight/prism-http';
import { readOperations } from '../processes/prism.ts';

/** What a request or response breaks, as Prism tells it. */
export interface Violation {
  /** Where: `body`, `query`, `path` or `header` and the names below. */
  path: string[];
  /** The keyword of JSON Schema. */
  code: string;
  message: string;
}

export type Answer = (violations: Violation[]) => IHttpResponse;

export interface Validation {
  response: IHttpResponse;
  /** What the answer breaks. */
  violations: Violation[];
}

/** Validates a request of an operation, has it answered, and validates the answer. */
export type Validate = (operationId: string, request: IHttpRequest, answer: Answer) => Promise<Validation>;

const config = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
} as const;

type Diagnostic = { path?: string[]; code?: string | number; message: string };

const toViolation = ({ path = [], code = '', message }: Diagnostic): Violation => ({
  path,
  code: String(code),
  message,
});

/** Creates a Prism that validates by the contract, and takes its answers from the mock instead of the examples. */
export async function createValidation(options: { fresh: boolean }): Promise<Validate> {
  const operations = await readOperations(options);
  // Prism would compare each request with the path of every operation
  const operationsById = new Map(operations.map((operation) => [operation.iid, [operation]]));
  const logger = createLogger('prism', { level: 'silent' });
  return async (operationId, request, answer) => {
    const prism = createInstance(config, {
      logger,
      mock:
        ({ input }) =>
        () => ({ _tag: 'Right', right: answer(input.validations.map(toViolation)) }),
    });
    const result = await prism.request(request, operationsById.get(operationId) ?? operations)();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    return { response: output, violations: validations.output.map(toViolation) };
  };
}
