import { resolve } from '../contract/contract.ts';
import type { DeclaredResponse, Operation } from '../contract/operations.ts';
import { textMatches } from '../contract/texts.ts';
import type { Contract, Schema } from '../contract/types.ts';
import type { OperationRule } from './operation-rules.ts';

export const responseRules: Record<string, OperationRule> = {
  'wraps JSON responses in the envelope': (operation, contract) =>
    faultsOfEach(operation, ({ json }) => (json ? envelopeFaults(resolve(contract, json.schema)) : [])),
  'has an example of every response, with its status as code': (operation) =>
    faultsOfEach(operation, ({ json, status }) => {
      if (!json) return [];
      // Cast: an example is any JSON; for anything but an object, the member is undefined.
      const code = (json.example as { code?: unknown } | undefined)?.code;
      return code === status ? [] : [`give it an example with code ${status} (it has ${code ?? 'none'})`];
    }),
  'uses the messages of x-text in examples of errors': (operation, contract) =>
    faultsOfEach(operation, (response) => wordingFaults(response, contract)),
};

function faultsOfEach(operation: Operation, faults: (response: DeclaredResponse) => string[]): string[] {
  return operation.responses.flatMap((response) =>
    faults(response).map((fault) => `response ${response.status}: ${fault}`),
  );
}

function envelopeFaults(schema: Schema): string[] {
  const members = ['code', 'data', 'message'];
  const hasAllMembers = (names: string[] = []) => names.toSorted().join() === members.join();
  if (!hasAllMembers(schema.required)) return ['require code, message and data'];
  if (!hasAllMembers(Object.keys(schema.properties ?? {})))
    return ['declare code, message and data and no other member'];
  return schema.additionalProperties === false ? [] : ['set additionalProperties: false on the envelope'];
}

interface ErrorExample {
  message: string;
  data: { key?: string; fields?: { rule: string; message: string; pointer: string }[] };
}

function wordingFaults({ json, status }: DeclaredResponse, contract: Contract): string[] {
  if (status < 400 || !json) return [];
  const { message, data } = json.example as ErrorExample; // Cast: Redocly checks examples against their schema.
  const keyFaults = textMatches(contract, 'ErrorKey', data.key ?? '', 'zh-CN', message)
    ? []
    : [`the message of its example is not the x-text of ${data.key}`];
  const fieldFaults = (data.fields ?? [])
    .filter((field) => !textMatches(contract, 'Rule', field.rule, 'zh-CN', field.message))
    .map((field) => `the message of its example at ${field.pointer} is not the x-text of ${field.rule}`);
  return [...keyFaults, ...fieldFaults];
}
