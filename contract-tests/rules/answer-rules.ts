import { resolve } from '../contract/contract.ts';
import type { Answer, Operation } from '../contract/operations.ts';
import { textMatches } from '../contract/texts.ts';
import type { Contract, Schema } from '../contract/types.ts';
import type { OperationRule } from './operation-rules.ts';

export const answerRules: Record<string, OperationRule> = {
  'answers JSON in the envelope': (operation, contract) =>
    each(operation, ({ json }) => (json ? envelopeFaults(resolve(contract, json.schema)) : [])),
  'gives an example of every answer, with its status as code': (operation) =>
    each(operation, ({ json, status }) => {
      if (!json) return [];
      // Cast: an example is any JSON; a member of what is no object is undefined.
      const code = (json.example as { code?: unknown } | undefined)?.code;
      return code === status ? [] : [`give it an example with code ${status} (it has ${code ?? 'none'})`];
    }),
  'words the examples of errors as x-text does': (operation, contract) =>
    each(operation, (answer) => wordingFaults(answer, contract)),
};

function each(operation: Operation, faults: (answer: Answer) => string[]): string[] {
  return operation.answers.flatMap((answer) => faults(answer).map((fault) => `answer ${answer.status}: ${fault}`));
}

function envelopeFaults(schema: Schema): string[] {
  const members = ['code', 'data', 'message'];
  const same = (names: string[] = []) => names.toSorted().join() === members.join();
  if (!same(schema.required)) return ['require code, message and data'];
  if (!same(Object.keys(schema.properties ?? {}))) return ['describe code, message and data and nothing else'];
  return schema.additionalProperties === false ? [] : ['set additionalProperties: false on the envelope'];
}

interface ErrorExample {
  message: string;
  data: { key?: string; fields?: { rule: string; message: string; pointer: string }[] };
}

function wordingFaults({ json, status }: Answer, contract: Contract): string[] {
  if (status < 400 || !json) return [];
  const { message, data } = json.example as ErrorExample; // Cast: Redocly checks examples against their schema.
  const keyFaults = textMatches(contract, 'ErrorKey', data.key ?? '', 'zh-CN', message)
    ? []
    : [`its example's message is not the x-text of ${data.key}`];
  const fieldFaults = (data.fields ?? [])
    .filter((field) => !textMatches(contract, 'Rule', field.rule, 'zh-CN', field.message))
    .map((field) => `its example's message at ${field.pointer} is not the x-text of ${field.rule}`);
  return [...keyFaults, ...fieldFaults];
}
