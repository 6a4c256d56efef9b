import type { Operation } from '../../contract/operations.ts';
import type { Contract, Parameter } from '../../contract/types.ts';
import { findTestedEntity } from '../../suite/records/tested-entity.ts';
import type { RequestInput } from '../../suite/requests/client.ts';
import { harmlessRequest } from '../../suite/values/harmless-request.ts';
import { invalidParameterTexts } from '../../suite/values/invalid-values.ts';
import { malformedVersions } from '../entity/write/if-match.ts';

export interface MalformedRequest {
  name: string;
  /** Replaces the same parts of a valid request. */
  input: RequestInput;
  fields: string[];
  /** The violated schema and the violation, equal for all operations that use the schema. */
  brokenRule: string;
}

export function malformedParameters(operation: Operation, contract: Contract): MalformedRequest[] {
  const validRequest = harmlessRequest(operation);
  const unknownParameter: MalformedRequest = {
    name: 'an unknown parameter',
    input: { query: { ...validRequest.query, nonsense: '1' } },
    fields: ['/query/nonsense additionalProperties'],
    brokenRule: 'unknown parameter',
  };
  const missingParameters = operation.parameters
    .filter(({ in: location, required }) => location === 'query' && required)
    .map(
      ({ name }): MalformedRequest => ({
        name: `a missing ${name}`,
        input: { query: {} },
        fields: [`/query/${name} required`],
        brokenRule: `no ${name}`,
      }),
    );
  const badTexts = operation.parameters.flatMap((parameter) =>
    invalidParameterTexts(contract, parameter.schema).map(
      ([description, text]): MalformedRequest => ({
        name: `${parameter.name} ${description}`,
        input: withText(validRequest, parameter, text),
        fields: [`/${parameter.in}/${parameter.name}`],
        brokenRule: `${parameter.in} ${JSON.stringify(parameter.schema)} ${description}`,
      }),
    ),
  );
  return [unknownParameter, ...missingParameters, ...badTexts, ...formsOfVersions(operation, contract)];
}

/** The operations of records have cases of their own, with records to which the versions could apply. */
function formsOfVersions({ parameters, tag }: Operation, contract: Contract): MalformedRequest[] {
  const takesVersion = parameters.some(({ name }) => name === 'If-Match');
  if (!takesVersion || findTestedEntity(contract, tag)) return [];
  return malformedVersions.map((text) => ({
    name: `the version ${text}`,
    input: { headers: { 'if-match': text } },
    fields: ['/header/If-Match pattern'],
    brokenRule: `If-Match ${text}`,
  }));
}

function withText(request: RequestInput, { name, in: location }: Parameter, text: string): RequestInput {
  if (location === 'path') return { params: { ...request.params, [name]: text } };
  if (location === 'query') return { query: { ...request.query, [name]: text } };
  // Spaces around a header's value are not part of the value.
  return { headers: { [name.toLowerCase()]: text.trim() || 'nonsense' } };
}
