import { resolve } from '../../contract/contract.ts';
import type { DeclaredResponse, Operation } from '../../contract/operations.ts';
import { type Language, textMatches } from '../../contract/texts.ts';
import type { Contract } from '../../contract/types.ts';
import { type FindViolation, schemaViolationsOf } from '../../contract/validators.ts';
import type { ApiResponse } from './client.ts';
import type { FieldError } from './response-data.ts';

export interface Violation {
  reason: string;
  /** The JSON pointer of the passage of the contract that is violated. */
  pointer?: string;
}

export type Verify = (operation: Operation, response: ApiResponse, language: Language) => Violation | undefined;

/** Creates a function that checks a response against the contract and returns the first violation, or undefined. */
export function createVerifier(contract: Contract): Verify {
  const findViolation = schemaViolationsOf(contract);
  return (operation, response, language) => {
    if (response.headers.get('content-type')?.includes('problem+json'))
      return { reason: `Prism rejects it: ${prismReason(response)}` };
    const declared = operation.responses.find(({ status }) => status === response.status);
    if (!declared) {
      const reason = `the status ${response.status} is not declared: ${describeAnswer(response)}`;
      return { reason, pointer: responsesPointer(operation) };
    }
    if (!declared.json) return findFileFault(declared, response, `${responsesPointer(operation)}/${declared.status}`);
    const type = response.headers.get('content-type');
    if (!type?.startsWith('application/json')) return { reason: `the content type ${type} is not JSON` };
    if (typeof response.body === 'string' && !isJson(response.bytes.toString('utf8')))
      return { reason: `the body of the response ${response.status} is not JSON: ${excerpt(response.body)}` };
    const { code } = Object(response.body);
    if (typeof code === 'number' && code !== response.status)
      return { reason: `code ${code} is not the status ${response.status}`, pointer: '#/info/description' };
    const violation = findViolation(`${declared.pointer}/schema`, response.body);
    if (violation) {
      const reason = `the response ${response.status} does not match its schema: ${violation.text}`;
      return { reason, pointer: violation.pointer };
    }
    const headers = Object.entries(declared.headers ?? {}).map(([name, node]) =>
      findHeaderFault(findViolation, name, node, {
        response,
        isOptional: resolve(contract, node).required === false,
      }),
    );
    const headerFault = headers.find((fault) => fault !== undefined);
    if (headerFault) return { pointer: `${responsesPointer(operation)}/${declared.status}`, ...headerFault };
    return findVersionFault(response) ?? findTextFault(contract, response, language);
  };
}

export function responsesPointer({ path, method }: Operation): string {
  return `#/paths/${path.replaceAll('/', '~1')}/${method}/responses`;
}

/** Checks a file response, which has no envelope but must have a declared content type. */
function findFileFault(
  { content = {}, headers: declaredHeaders }: DeclaredResponse,
  { headers }: ApiResponse,
  pointer: string,
): Violation | undefined {
  const type = headers.get('content-type')?.split(';')[0] ?? 'no type';
  if (!(type in content)) return { reason: `the content type ${type} of the file is not declared`, pointer };
  if (!declaredHeaders?.['Content-Disposition']) return undefined;
  const disposition = headers.get('content-disposition') ?? '';
  const [, name = ''] = /^attachment;.*\bfilename="?([^";]+)"?/.exec(disposition) ?? [];
  const ending = fileEndings[type] ?? '';
  if (name.endsWith(ending) && name.length > ending.length) return undefined;
  return { reason: `Content-Disposition (${disposition}) names no attachment that ends in ${ending}`, pointer };
}

/** The endings of the names of files. */
const fileEndings: Record<string, string> = {
  'text/csv': '.csv',
  'application/x-ndjson': '.ndjson',
  'application/gzip': '.gz',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
};

/** Compares the ETag of an answer with the version of the one thing that it holds. */
function findVersionFault({ headers, status, data }: ApiResponse): Violation | undefined {
  const etag = headers.get('etag');
  const versions = [data?.record?.version, data?.proposal?.version, data?.settings && data.version].filter(
    (version) => version !== undefined,
  );
  if (etag === null || status >= 300 || versions.length !== 1 || etag === `"${versions[0]}"`) return undefined;
  return {
    reason: `the ETag ${etag} is not that of the version ${versions[0]}`,
    pointer: '#/components/headers/ETag',
  };
}

/** Headers of an answer are there unless the contract says that they are not required. */
function findHeaderFault(
  findViolation: FindViolation,
  name: string,
  node: object,
  { response: { headers }, isOptional }: { response: ApiResponse; isOptional: boolean },
): Violation | undefined {
  const pointer = '$ref' in node ? String(node.$ref) : undefined;
  const at = pointer === undefined ? {} : { pointer };
  const value = headers.get(name);
  if (value === null) return isOptional ? undefined : { reason: `the header ${name} is missing`, ...at };
  if (pointer === undefined) return undefined;
  const parsedValue = /^\d+$/.test(value) ? Number(value) : value;
  const violation = findViolation(`${pointer}/schema`, value) && findViolation(`${pointer}/schema`, parsedValue);
  return violation && { reason: `the header ${name} (${value}) does not match its schema: ${violation.text}`, ...at };
}

function findTextFault(
  contract: Contract,
  { status, message, data }: ApiResponse,
  language: Language,
): Violation | undefined {
  if (status < 400) return undefined;
  if (!textMatches(contract, 'ErrorKey', data.key ?? '', language, message)) {
    const reason = `the message '${message}' is not the text of ${data.key} in ${language}`;
    return { reason, pointer: `#/components/schemas/ErrorKey/x-text/${data.key}/${language}` };
  }
  if (data.key === 'validationError' && /\d+/.exec(message)?.[0] !== String(data.fields?.length ?? 0)) {
    const pointer = `#/components/schemas/ErrorKey/x-text/validationError/${language}`;
    return { reason: `the message '${message}' does not count the ${data.fields?.length} fields`, pointer };
  }
  const wrongField = data.fields?.find((field) => !textMatches(contract, 'Rule', field.rule, language, field.message));
  return (
    wrongField && {
      reason: `the message '${wrongField.message}' at ${wrongField.pointer} is not the text of ${wrongField.rule} in ${language}`,
      pointer: `#/components/schemas/Rule/x-text/${wrongField.rule}/${language}`,
    }
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

/** Says in a line what was answered: of an error its key, message and fields, of anything else how it begins. */
export function describeAnswer({ status, headers, message, body, data }: ApiResponse): string {
  const key = data?.key;
  if (key !== undefined) {
    const fields = describeFields(data.fields);
    return `${status} ${key} “${message}”${fields && ` at ${fields}`}`;
  }
  if (status < 300) return String(status);
  const type = headers.get('content-type')?.split(';')[0] ?? 'no content type';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return `${status} with ${type}: ${excerpt(text)}`;
}

const excerpt = (text: string) => text.replace(/\s+/g, ' ').slice(0, 300);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Lists fields with errors as `pointer rule`. */
export const describeFields = (fields: FieldError[] = []): string =>
  fields.map(({ pointer, rule }) => `${pointer} ${rule}`).join(', ');
