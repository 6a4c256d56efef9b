import type { Operation } from '../contract/operations.ts';
import type { Contract, Parameter } from '../contract/types.ts';
import { badParameterTexts } from '../suite/bad-values.ts';
import type { RequestInput } from '../suite/client.ts';
import { harmlessRequest } from '../suite/requests.ts';

export interface Malformed {
  name: string;
  /** Takes the place of the same parts of a request that would do. */
  input: RequestInput;
  fields: string[];
  /** The schema it breaks and how; the same wherever that schema stands. */
  breaks: string;
}

export function malformedParameters(operation: Operation, contract: Contract): Malformed[] {
  const whole = harmlessRequest(operation);
  const unknown: Malformed = {
    name: 'an unknown parameter',
    input: { query: { ...whole.query, nonsense: '1' } },
    fields: ['/query/nonsense additionalProperties'],
    breaks: 'unknown parameter',
  };
  const missing = operation.parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(
      ({ name }): Malformed => ({
        name: `no ${name}`,
        input: { query: {} },
        fields: [`/query/${name} required`],
        breaks: `no ${name}`,
      }),
    );
  const bad = operation.parameters.flatMap((parameter) =>
    badParameterTexts(contract, parameter.schema).map(
      ([what, text]): Malformed => ({
        name: `${parameter.name} ${what}`,
        input: withText(whole, parameter, text),
        fields: [`/${parameter.in}/${parameter.name}`],
        breaks: `${parameter.in} ${JSON.stringify(parameter.schema)} ${what}`,
      }),
    ),
  );
  return [unknown, ...missing, ...bad];
}

function withText(whole: RequestInput, { name, in: place }: Parameter, text: string): RequestInput {
  if (place === 'path') return { params: { ...whole.params, [name]: text } };
  if (place === 'query') return { query: { ...whole.query, [name]: text } };
  // A space at either end of a header's value is not part of it.
  return { headers: { [name.toLowerCase()]: text.trim() || 'nonsense' } };
}
