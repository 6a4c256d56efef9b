import { readFileSync } from 'node:fs';
import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { contractFile, resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import type { Failure } from '../suite/verdict.ts';
import { responsesPointer } from '../suite/verify.ts';

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
          ...(failure.pointer ? [] : [`${responses}/${expect.status}`]),
          ...(failure.pointer || !expect.key ? [] : [`#/components/schemas/ErrorKey/x-text/${expect.key}`]),
          ...(failure.pointer ? [] : rules.map((rule) => `#/components/schemas/Rule/x-text/${rule}`)),
          ...(expect.permission ? [responses.replace(/responses$/, 'x-permission')] : []),
          responses.replace(/responses$/, operation.description ? 'description' : 'summary'),
        ];
  const passages = pointers.map((pointer) => pointer && passageAt(contract, pointer)).filter((passage) => !!passage);
  return passages.filter(({ pointer }, index) => passages.findIndex((other) => other.pointer === pointer) === index);
}

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
