import { readFileSync } from 'node:fs';
import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { contractFile, resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { responsesPointer } from '../suite/requests/verify.ts';
import type { Failure } from '../suite/verdict.ts';

/** A passage of the contract that says what a response has to be. */
export interface Passage {
  pointer: string;
  /** Its line in openapi.yaml. */
  line?: number;
  text: string;
}

/** Returns the passages that a failed case is about, the most specific first. */
export function passagesOf(contract: Contract, testCase: Case, operation: Operation, failure: Failure): Passage[] {
  const { expect } = testCase;
  const responses = responsesPointer(operation);
  const rules = (expect.fields ?? []).map((field) => field.split(' ')[1]).filter((rule) => rule !== undefined);
  const pointers =
    failure.phase === 'preparation'
      ? [successPointer(failure)]
      : [
          failure.pointer,
          testCase.passage,
          ...(failure.phase === 'check' ? passagesOfCheck(contract, testCase, operation, failure) : []),
          ...(failure.pointer ? [] : [`${responses}/${expect.status}`]),
          ...(failure.pointer || !expect.key ? [] : [`#/components/schemas/ErrorKey/x-text/${expect.key}`]),
          ...(failure.pointer ? [] : rules.map((rule) => `#/components/schemas/Rule/x-text/${rule}`)),
          ...(expect.permission ? [responses.replace(/responses$/, 'x-permission')] : []),
          responses.replace(/responses$/, operation.description ? 'description' : 'summary'),
        ];
  const passages = pointers.map((pointer) => pointer && passageAt(contract, pointer)).filter((passage) => !!passage);
  return passages.filter(({ pointer }, index) => passages.findIndex((other) => other.pointer === pointer) === index);
}

/** Returns pointers to the members of the answer that the reason names, and to the parameters that were used. */
function passagesOfCheck(contract: Contract, { operationId }: Case, operation: Operation, failure: Failure): string[] {
  const { reason, exchanges, tested } = failure;
  const last = exchanges.findLast((exchange) => exchange.operation.id === operationId) ?? tested;
  const declared = operation.responses.find(({ status }) => status === last?.response?.status);
  const answer = `${declared?.pointer}/schema`;
  const members = (reason.match(/\/data(?:\/[\w-]+)+/g) ?? []).flatMap(
    (member) => memberPointer(contract, answer, partsOf(`#${member}`)) ?? [],
  );
  return [...members, ...parameterPointers(contract, operation, Object.keys(last?.input.query ?? {}))];
}

/** Returns the pointer of the deepest member on the way that says in words what it is. */
function memberPointer(contract: Contract, schemaPointer: string, [part, ...rest]: string[]): string | undefined {
  const { $ref = schemaPointer } = Object(nodeAt(contract, schemaPointer)) as { $ref?: string }; // Cast: a schema or a reference.
  if (part === undefined) return undefined;
  const next = /^\d+$/.test(part) ? `${$ref}/items` : `${$ref}/properties/${part}`;
  if (nodeAt(contract, next) === undefined) return undefined;
  const items = `${next}/items`;
  return (
    memberPointer(contract, next, rest) ??
    [next, items].find((pointer) => isDescribed(contract, nodeAt(contract, pointer)))
  );
}

/** Parameters that say nothing of which records are found. */
const pagingParameters = ['page', 'pageSize', 'limit', 'cursor', 'format'];

function parameterPointers(contract: Contract, { path, method }: Operation, names: string[]): string[] {
  const place = `#/paths/${path.replaceAll('/', '~1')}/${method}/parameters`;
  const nodes = Object.values(Object(nodeAt(contract, place))) as object[]; // Cast: parameters or references to them.
  return nodes.flatMap((node, index) => {
    const { name } = resolve(contract, node) as { name?: string }; // Cast: a parameter.
    if (name === undefined || !names.includes(name) || pagingParameters.includes(name)) return [];
    return '$ref' in node ? String(node.$ref) : `${place}/${index}`;
  });
}

const isDescribed = (contract: Contract, node: unknown): boolean =>
  typeof node === 'object' && node !== null && 'description' in resolve(contract, node);

/** A preparation needs its requests to succeed. */
function successPointer({ exchanges }: Failure): string | undefined {
  const operation = exchanges.at(-1)?.operation;
  const success = operation?.responses.find(({ status }) => status < 300);
  return operation && success && `${responsesPointer(operation)}/${success.status}`;
}

/** Returns a passage, or undefined if the pointer leads to nothing that is said in words. */
function passageAt(contract: Contract, pointer: string): Passage | undefined {
  const node = nodeAt(contract, pointer);
  const text = textOf(contract, node);
  if (text === undefined) return undefined;
  const line = lineOf(pointer);
  return { pointer, ...(line !== undefined && { line }), text: text.replace(/\s+/g, ' ').trim() };
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

function nodeAt(contract: Contract, pointer: string): unknown {
  // Cast: a step into parsed YAML; a wrong one gives undefined.
  return partsOf(pointer).reduce<unknown>((node, part) => Object(node)[part] as unknown, contract);
}

function textOf(contract: Contract, node: unknown): string | undefined {
  if (typeof node === 'string') return node;
  if (typeof node !== 'object' || node === null) return undefined;
  // Cast: only members that are checked below are read.
  const { description, en, 'zh-CN': chinese, ...others } = resolve(contract, node) as Record<string, unknown>;
  if (typeof description === 'string') return description;
  if (typeof en === 'string') return [chinese, en].filter(Boolean).join(' / ');
  const declaredStatuses = Object.keys(others).filter((key) => /^\d{3}$/.test(key));
  if (others.in !== undefined && others.schema)
    return `The ${others.in} parameter ${others.name}: ${textOf(contract, others.schema)}`;
  if (declaredStatuses.length > 0) return `Its responses are ${declaredStatuses.join(', ')}.`;
  return describeSchema(others);
}

/** Says in words what a schema without a description asks for. */
function describeSchema({ properties, required, additionalProperties, ...keywords }: Record<string, unknown>): string {
  const members = [
    ...(Array.isArray(required) ? [`Members that must be there: ${required.join(', ')}.`] : []),
    ...(properties && additionalProperties === false ? [`No others than ${Object.keys(properties).join(', ')}.`] : []),
  ];
  if (members.length > 0) return members.join(' ');
  const json = JSON.stringify(keywords);
  return json.length < 300 ? json : `${json.slice(0, 300)}…`;
}

let lineFinder: ((pointer: string) => number | undefined) | undefined;

/** Parsing with line numbers takes a second, so it waits for the first failure. */
function lineOf(pointer: string): number | undefined {
  lineFinder ??= createLineFinder();
  return lineFinder(pointer);
}

function createLineFinder(): (pointer: string) => number | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(contractFile, 'utf8'), { lineCounter });
  return (pointer) => {
    let node: unknown = document.contents;
    let offset: number | undefined;
    for (const part of partsOf(pointer)) {
      const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === part) : undefined;
      const next = pair?.value ?? Object(node).items?.[Number(part)];
      if (!next) return undefined;
      offset = (pair?.key as Node | undefined)?.range?.[0] ?? (next as Node).range?.[0]; // Casts: nodes of a document.
      node = next;
    }
    return offset === undefined ? undefined : lineCounter.linePos(offset).line;
  };
}
