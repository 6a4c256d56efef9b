import { resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { badValues } from '../suite/bad-values.ts';
import { harmless } from '../suite/requests.ts';
import type { Malformed } from './malformed-parameters.ts';

export function malformedBodies(operation: Operation, contract: Contract): Malformed[] {
  if (!operation.body) return [];
  const { properties = {}, required = [] } = resolve(contract, operation.body.schema);
  const whole = harmless(operation).body ?? {};
  const without = (name: string) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
  return [
    { name: 'a body that is no object', input: { body: [] }, fields: [] },
    {
      name: 'an unknown field',
      input: { body: { ...whole, nonsense: 1 } },
      fields: ['/nonsense additionalProperties'],
    },
    ...required.map((name) => ({ name: `no ${name}`, input: { body: without(name) }, fields: [`/${name} required`] })),
    ...Object.entries(properties).flatMap(([name, schema]) =>
      badValues(contract, schema).map(([what, value]) => ({
        name: `${name} ${what}`,
        input: { body: { ...whole, [name]: value } },
        fields: [`/${name}`],
      })),
    ),
  ];
}
