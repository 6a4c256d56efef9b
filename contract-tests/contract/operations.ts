import { oncePerContract, resolve } from './contract.ts';
import type { Contract, Media, Parameter, RawOperation, Ref, Response } from './types.ts';

export interface Answer extends Response {
  status: number;
  /** The JSON pointer of the media type object, for validators that follow `$ref`. */
  pointer: string;
  json: Media | undefined;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  tags: string[];
  summary: string;
  description: string;
  permission: string | undefined;
  open: boolean;
  parameters: Parameter[];
  body: Media | undefined;
  /** The request body is bytes instead of JSON. */
  takesBytes: boolean;
  answers: Answer[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

export const operationsOf = oncePerContract((contract): Operation[] =>
  Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => readOperation(contract, path, method)),
  ),
);

function readOperation(contract: Contract, path: string, method: string): Operation {
  const item = contract.paths[path] ?? {};
  // Casts: in a path item, the keys named after methods hold operations and `parameters` a list.
  const raw = item[method] as RawOperation;
  const shared = (item.parameters ?? []) as (Parameter | Ref)[];
  return {
    id: raw.operationId ?? '',
    method,
    path,
    tag: raw.tags?.[0] ?? '',
    tags: raw.tags ?? [],
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    permission: raw['x-permission'],
    open: raw.security?.length === 0,
    parameters: [...shared, ...(raw.parameters ?? [])].map((parameter) => resolve(contract, parameter)),
    body: raw.requestBody?.content['application/json'],
    takesBytes: raw.requestBody?.content['application/octet-stream'] !== undefined,
    answers: Object.entries(raw.responses).map(([status, node]) => readAnswer(contract, path, method, status, node)),
  };
}

function readAnswer(contract: Contract, path: string, method: string, status: string, node: Response | Ref): Answer {
  const response = resolve(contract, node);
  const here = `#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`;
  const base = '$ref' in node ? node.$ref : here;
  return {
    ...response,
    status: Number(status),
    pointer: `${base}/content/application~1json`,
    json: response.content?.['application/json'],
  };
}
