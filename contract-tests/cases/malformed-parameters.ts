import type { Operation } from '../contract/operations.ts';
import type { Contract, Parameter } from '../contract/types.ts';
import { badParameterTexts } from '../suite/bad-values.ts';
import type { RequestInput } from '../suite/client.ts';
import { harmlessRequest } from '../suite/requests.ts';

export interface MalformedRequest {
  name: string;
  /** Takes the place of the same parts of a request that would do. */
  input: RequestInput;
  fields: string[];
  /** The schema it breaks and how; the same wherever that schema stands. */
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
        name: `no ${name}`,
        input: { query: {} },
        fields: [`/query/${name} required`],
        brokenRule: `no ${name}`,
      }),
    );
  const badTexts = operation.parameters.flatMap((parameter) =>
    badParameterTexts(contract, parameter.schema).map(
      ([description, text]): MalformedRequest => ({
        name: `${parameter.name} ${description}`,
        input: withText(validRequest, parameter, text),
        fields: [`/${parameter.in}/${parameter.name}`],
        brokenRule: `${parameter.in} ${JSON.stringify(parameter.schema)} ${description}`,
      }),
    ),
  );
  return [unknownParameter, ...missingParameters, ...badTexts];
}

function withText(whole: RequestInput, { name, in: place }: Parameter, text: string): RequestInput {
  if (place === 'path') return { params: { ...whole.params, [name]: text } };
  if (place === 'query') return { query: { ...whole.query, [name]: text } };
  // A space at either end of a header's value is not part of it.
  return { headers: { [name.toLowerCase()]: text.trim() || 'nonsense' } };
}
