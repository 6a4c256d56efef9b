import type { Operation, Answer as OperationAnswer } from '../contract/operations.ts';
import { type Language, textMatches } from '../contract/texts.ts';
import type { Contract } from '../contract/types.ts';
import { type Validate, validatorsOf } from '../contract/validators.ts';
import type { Answer } from './client.ts';

export type Verify = (operation: Operation, answer: Answer, language: Language) => string | undefined;

/** Creates a check of responses against the contract that returns the first violation, or undefined. */
export function createVerifier(contract: Contract): Verify {
  const validate = validatorsOf(contract);
  return (operation, answer, language) => {
    if (answer.headers.get('content-type')?.includes('problem+json')) return `Prism refuses: ${prismReason(answer)}`;
    const declared = operation.answers.find(({ status }) => status === answer.status);
    if (!declared) return `answers ${answer.status}, which is not declared: ${excerpt(answer)}`;
    if (!declared.json) return fileFault(declared, answer);
    const schemaErrors = validate(`${declared.pointer}/schema`, answer.body);
    if (schemaErrors) return `the answer ${answer.status} breaks its schema: ${schemaErrors}`;
    if (answer.code !== answer.status) return `code ${answer.code} is not the status ${answer.status}`;
    const headers = Object.entries(declared.headers ?? {}).map(([name, node]) =>
      headerFault(validate, name, node, answer),
    );
    const headerError = headers.find((fault) => fault !== undefined);
    if (headerError) return headerError;
    return wordingFault(contract, answer, language);
  };
}

/** A file has no envelope but must have a declared content type. */
function fileFault({ content = {} }: OperationAnswer, { headers }: Answer): string | undefined {
  const type = headers.get('content-type')?.split(';')[0] ?? 'no type';
  return type in content ? undefined : `the file comes as ${type}, which is not declared`;
}

function headerFault(validate: Validate, name: string, node: object, { headers }: Answer): string | undefined {
  const value = headers.get(name);
  if (value === null) return `the header ${name} is missing`;
  if (!('$ref' in node)) return undefined;
  const typed = /^\d+$/.test(value) ? Number(value) : value;
  const schemaErrors = validate(`${node.$ref}/schema`, value) && validate(`${node.$ref}/schema`, typed);
  return schemaErrors && `the header ${name} (${value}) breaks its schema: ${schemaErrors}`;
}

function wordingFault(contract: Contract, { status, message, data }: Answer, language: Language): string | undefined {
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

function prismReason(answer: Answer): string {
  const { detail, validation = [] } = answer.body as PrismProblem; // Cast: what Prism puts in problem+json.
  const faults = validation.map(({ location = [], message }) => `${location.join('.')} ${message}`);
  return [detail ?? '', ...faults].join('; ');
}

export function excerpt({ body }: Answer): string {
  return (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 300);
}
