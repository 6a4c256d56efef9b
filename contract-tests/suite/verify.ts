import type { Operation, Answer as OperationAnswer } from '../contract/operations.ts';
import { type Language, textMatches } from '../contract/texts.ts';
import type { Contract } from '../contract/types.ts';
import { type Validate, validatorsOf } from '../contract/validators.ts';
import type { Answer } from './client.ts';

export type Verify = (operation: Operation, answer: Answer, language: Language) => string | undefined;

/** What the contract says of any answer, whoever asked for what: the reason why it is broken, or nothing. */
export function verifierOf(contract: Contract): Verify {
  const validate = validatorsOf(contract);
  return (operation, answer, language) => {
    if (answer.headers.get('content-type')?.includes('problem+json')) return `Prism refuses: ${prismReason(answer)}`;
    const declared = operation.answers.find(({ status }) => status === answer.status);
    if (!declared) return `answers ${answer.status}, which is not declared: ${excerpt(answer)}`;
    if (!declared.json) return fileFault(declared, answer);
    const wrong = validate(`${declared.pointer}/schema`, answer.body);
    if (wrong) return `the answer ${answer.status} breaks its schema: ${wrong}`;
    if (answer.code !== answer.status) return `code ${answer.code} is not the status ${answer.status}`;
    const headers = Object.entries(declared.headers ?? {}).map(([name, node]) =>
      headerFault(validate, name, node, answer),
    );
    const headerWrong = headers.find((fault) => fault !== undefined);
    if (headerWrong) return headerWrong;
    return wordingFault(contract, answer, language);
  };
}

/** A file comes bare, as one of the types declared. */
function fileFault({ content = {} }: OperationAnswer, { headers }: Answer): string | undefined {
  const type = headers.get('content-type')?.split(';')[0] ?? 'no type';
  return type in content ? undefined : `the file comes as ${type}, which is not declared`;
}

function headerFault(validate: Validate, name: string, node: object, { headers }: Answer): string | undefined {
  const value = headers.get(name);
  if (value === null) return `the header ${name} is missing`;
  if (!('$ref' in node)) return undefined;
  const typed = /^\d+$/.test(value) ? Number(value) : value;
  const wrong = validate(`${node.$ref}/schema`, value) && validate(`${node.$ref}/schema`, typed);
  return wrong && `the header ${name} (${value}) breaks its schema: ${wrong}`;
}

function wordingFault(contract: Contract, { status, message, data }: Answer, language: Language): string | undefined {
  if (status < 400) return undefined;
  if (!textMatches(contract, 'ErrorKey', data.key ?? '', language, message)) {
    return `the message '${message}' is not the text of ${data.key} in ${language}`;
  }
  const odd = data.fields?.find((field) => !textMatches(contract, 'Rule', field.rule, language, field.message));
  return odd && `the message '${odd.message}' at ${odd.pointer} is not the text of ${odd.rule} in ${language}`;
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
