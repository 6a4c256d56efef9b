import { memoizePerContract, refName, resolve } from './contract.ts';
import type { Contract, MediaType, Parameter, RawOperation, Ref, Response } from './types.ts';

export interface DeclaredResponse extends Response {
  status: number;
  /** The JSON pointer of the JSON media type object, for validators that follow `$ref`. */
  pointer: string;
  json: MediaType | undefined;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  tags: string[];
  summary: string;
  chineseSummary: string;
  description: string;
  permission: string | undefined;
  isPublic: boolean;
  parameters: Parameter[];
  body: MediaType | undefined;
  /** The request body is binary instead of JSON. */
  takesBytes: boolean;
  responses: DeclaredResponse[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Whether a parameter takes a range such as `7..8`. */
export function takesRange({ schema }: Parameter): boolean {
  return refName(schema)?.endsWith('Range') ?? false;
}

export const operationsOf = memoizePerContract((contract): Operation[] =>
  Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => readOperation(contract, path, method)),
  ),
);

function readOperation(contract: Contract, path: string, method: string): Operation {
  const item = contract.paths[path] ?? {};
  // Casts: in a path item, the keys named after methods hold operations and `parameters` a list.
  const raw = item[method] as RawOperation;
  const sharedParameters = (item.parameters ?? []) as (Parameter | Ref)[];
  return {
    id: raw.operationId ?? '',
    method,
    path,
    tag: raw.tags?.[0] ?? '',
    tags: raw.tags ?? [],
    summary: raw.summary ?? '',
    chineseSummary: raw['x-summary']?.['zh-CN'] ?? '',
    description: raw.description ?? '',
    permission: raw['x-permission'],
    isPublic: raw.security?.length === 0,
    parameters: [...sharedParameters, ...(raw.parameters ?? [])].map((parameter) => resolve(contract, parameter)),
    body: raw.requestBody?.content['application/json'],
    takesBytes: raw.requestBody?.content['application/octet-stream'] !== undefined,
    responses: Object.entries(raw.responses).map(([status, node]) =>
      readResponse(contract, path, method, status, node),
    ),
  };
}

function readResponse(
  contract: Contract,
  path: string,
  method: string,
  status: string,
  node: Response | Ref,
): DeclaredResponse {
  const response = resolve(contract, node);
  const inlinePointer = `#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`;
  const responsePointer = '$ref' in node ? node.$ref : inlinePointer;
  return {
    ...response,
    status: Number(status),
    pointer: `${responsePointer}/content/application~1json`,
    json: response.content?.['application/json'],
  };
}
