import { allCases, essentialCases } from '../cases/all-cases.ts';
import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { CannotRun, type Options } from './options.ts';
import { plural } from './reports/wording.ts';
import { describeNeeds } from './tag-needs.ts';

type Selection = Pick<Options, 'tags' | 'only' | 'caseText' | 'quick'>;

/** Returns the cases that the options select, in the order of the contract. @throws {CannotRun} if there are none */
export function selectCases(contract: Contract, { tags, only, caseText = '', quick }: Selection): Case[] {
  const operations = operationsOf(contract);
  const tagNames = contract.tags.map(({ name }) => name);
  const unknownTag = tags.find((tag) => !contract.tags.some(({ name }) => name === tag));
  if (unknownTag !== undefined)
    throw new CannotRun(
      `The contract has no tag ${unknownTag}${suggestion(unknownTag, tagNames)} Its tags: ${tagNames.join(', ')}.`,
    );
  const unknownOperation = only.find((pattern) => !operations.some(({ id }) => matches(id, pattern)));
  if (unknownOperation !== undefined)
    throw new CannotRun(
      `The contract has no operation ${unknownOperation}${suggestion(
        unknownOperation,
        operations.map(({ id }) => id),
      )}`,
    );
  const isSelected = ({ id, tag }: Operation) =>
    (tags.length === 0 || tags.includes(tag)) && (only.length === 0 || only.some((pattern) => matches(id, pattern)));
  const ids = new Set(operations.filter(isSelected).map(({ id }) => id));
  const selected = allCases(contract).filter(
    ({ operationId, name }) => ids.has(operationId) && name.includes(caseText),
  );
  if (selected.length === 0) throw new CannotRun(`No case matches ${describe({ tags, only, caseText, quick })}.`);
  return quick ? onePerRule(contract, selected) : selected;
}

/** Returns the essential ones of the selected cases, and one for each rule of which the selection has no essential case. */
function onePerRule(contract: Contract, selected: Case[]): Case[] {
  const idOf = ({ operationId, name }: Case) => `${operationId}: ${name}`;
  const essentialIds = new Set(essentialCases(contract).map(idOf));
  const essential = new Set(selected.filter((testCase) => essentialIds.has(idOf(testCase))));
  const rules = new Set([...essential].map(({ equivalenceKey }) => equivalenceKey));
  return selected.filter((testCase) => {
    const { equivalenceKey } = testCase;
    const isFirst = equivalenceKey === undefined || !rules.has(equivalenceKey);
    rules.add(equivalenceKey);
    return isFirst || essential.has(testCase);
  });
}

/** Returns a line for each tag that is selected, alone or as that of the selected operations. */
export function needsOfTags(contract: Contract, cases: Case[], { tags, only }: Selection): string[] {
  if (tags.length === 0 && only.length === 0) return [];
  const selectedIds = new Set(cases.map(({ operationId }) => operationId));
  const operations = operationsOf(contract);
  const selectedTags = new Set(operations.filter(({ id }) => selectedIds.has(id)).map(({ tag }) => tag));
  return [...selectedTags].map((tag) => {
    const ids = new Set(operations.filter((operation) => operation.tag === tag).map(({ id }) => id));
    const own = cases.filter(({ operationId }) => ids.has(operationId));
    return describeNeeds(contract, tag, own, ids);
  });
}

/** Lists the operations, or the cases of a single one. */
export function listCases(contract: Contract, cases: Case[], selection: Selection): string {
  const casesOf = (id: string) => cases.filter(({ operationId }) => operationId === id);
  const operations = operationsOf(contract).filter(({ id }) => casesOf(id).length > 0);
  const lines = operations.map(({ id, method, path, tag }) => {
    const count = casesOf(id).length;
    return `${tag.padEnd(16)}${id.padEnd(32)}${method.toUpperCase().padEnd(7)}${path}  (${plural(count, 'case')})`;
  });
  const names = operations.length === 1 ? cases.map(({ name }) => `  ${name}`) : [];
  const totals = `${plural(operations.length, 'operation')}, ${plural(cases.length, 'case')}`;
  return [...lines, ...names, '', totals, ...needsOfTags(contract, cases, selection)].join('\n');
}

const matches = (id: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[^\w]/g, '\\$&'))
      .join('.*')}$`,
  ).test(id);

/** Ends a sentence about a name that there is not. */
function suggestion(pattern: string, names: string[]): string {
  const text = pattern.replaceAll('*', '').toLowerCase();
  const namesWith = (part: string) => names.filter((name) => name.toLowerCase().includes(part));
  const similar = [text, text.slice(0, 6), text.slice(0, 3)].map(namesWith).find((found) => found.length > 0) ?? [];
  return similar.length > 0 ? `; did you mean ${similar.slice(0, 3).join(', ')}?` : '.';
}

function describe({ tags, only, caseText, quick }: Selection): string {
  return [
    ...tags.map((tag) => `--tag ${tag}`),
    ...only.map((pattern) => `--only ${pattern}`),
    ...(caseText ? [`--case '${caseText}'`] : []),
    ...(quick ? ['--quick'] : []),
  ].join(' ');
}
