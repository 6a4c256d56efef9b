import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { contractFile } from '../contract/contract.ts';
import type { Contract } from '../contract/types.ts';
import { completeContract } from './complete-contract.ts';
import { ContractText } from './contract-text.ts';
import { bodyOf } from './yaml-lines.ts';

/** What somebody writes by hand for a new kind of record: its tag and its schemas. */
export const newKind = readFileSync(new URL('./lighthouse.yaml', import.meta.url), 'utf8');

export function readContractText(): string {
  return readFileSync(contractFile, 'utf8');
}

/** The contract with those parts of a new kind, each at the end of its section, and nothing else of it as yet. */
export function withHandWritten(source: string, parts: string): string {
  const text = new ContractText(source);
  const added = new ContractText(parts);
  for (const keys of [['components', 'schemas'], ['tags']]) {
    text.insert(text.get(...keys).end, added.read(bodyOf(added.get(...keys))), keys.join(' › '));
  }
  return text.toString();
}

/** The contract with the new kind, completed by `npm run contract`. */
export function contractWithNewKind(): Contract {
  const { text } = completeContract(withHandWritten(readContractText(), newKind));
  return parse(text, { maxAliasCount: -1 }) as Contract; // Cast: the tests hold the rules against it.
}
