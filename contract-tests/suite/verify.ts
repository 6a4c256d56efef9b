import type { DeclaredResponse, Operation } from '../contract/operations.ts';
import { type Language, textMatches } from '../contract/texts.ts';
import type { Contract } from '../contract/types.ts';
import { type Validate, validatorsOf } from '../contract/validators.ts';
import type { ApiResponse } from './client.ts';

export type Verify = (operation: Operation, response: ApiResponse, language: Language) => string | undefined;

/** Creates a function that checks a response against the contract and returns the first violation, or undefined. */
export function createVerifier(contract: Contract): Verify {
  const validate = validatorsOf(contract);
  return (operation, response, language) => {
    if (response.headers.get('content-type')?.includes('problem+json'))
      return `Prism rejects it: ${prismReason(response)}`;
    const declared = operation.responses.find(({ status }) => status === response.status);
    if (!declared) return `the status ${response.status} is not declared: ${bodyExcerpt(response)}`;
    if (!declared.json) return findFileFault(declared, response);
    const schemaErrors = validate(`${declared.pointer}/schema`, response.body);
    if (schemaErrors) return `the response ${response.status} does not match its schema: ${schemaErrors}`;
    if (response.code !== response.status) return `code ${response.code} is not the status ${response.status}`;
    const headers = Object.entries(declared.headers ?? {}).map(([name, node]) =>
      findHeaderFault(validate, name, node, response),
    );
    const headerError = headers.find((fault) => fault !== undefined);
    if (headerError) return headerError;
    return findTextFault(contract, response, language);
  };
}

/** Checks a file response, which has no envelope but must have a declared content type. */
function findFileFault({ content = {} }: DeclaredResponse, { headers }: ApiResponse): string | undefined {
  const type = headers.get('content-type')?.split(';')[0] ?? 'no type';
  return type in content ? undefined : `the content type ${type} of the file is not declared`;
}

function findHeaderFault(validate: Validate, name: string, node: object, { headers }: ApiResponse): string | undefined {
  const value = headers.get(name);
  if (value === null) return `the header ${name} is missing`;
  if (!('$ref' in node)) return undefined;
  const parsedValue = /^\d+$/.test(value) ? Number(value) : value;
  const schemaErrors = validate(`${node.$ref}/schema`, value) && validate(`${node.$ref}/schema`, parsedValue);
  return schemaErrors && `the header ${name} (${value}) does not match its schema: ${schemaErrors}`;
}

function findTextFault(
  contract: Contract,
  { status, message, data }: ApiResponse,
  language: Language,
): string | undefined {
  if (status < 400) return undefined;
  if (!textMatches(contract, 'ErrorKey', data.key ?? '', language, message)) {
    return `the message '${message}' is not the text of ${data.key} in ${language}`;
  }
  const wrongField = data.fields?.find((field) => !textMatches(contract, 'Rule', field.rule, language, field.message));
  return (
    wrongField &&
    `the message '${wrongField.message}' at ${wrongField.pointer} is not the text of ${wrongField.rule} in ${language}`
  );
}

interface PrismProblem {
  detail?: string;
  validation?: { location?: string[]; message?: string }[];
}

function prismReason(response: ApiResponse): string {
  const { detail, validation = [] } = response.body as PrismProblem; // Cast: what Prism puts in problem+json.
  const faults = validation.map(({ location = [], message }) => `${location.join('.')} ${message}`);
  return [detail ?? '', ...faults].join('; ');
}

export function bodyExcerpt({ body }: ApiResponse): string {
  return (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 300);
}
