import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { contractFile } from '../contract/contract.ts';
import type { Contract } from '../contract/types.ts';
import { completeContract } from './complete-contract.ts';
import { ContractText } from './contract-text.ts';
import { bodyOf } from './yaml-lines.ts';

/** The hand-written parts of an example entity: its tag and its schemas. */
export const newEntityYaml = readFileSync(new URL('./lighthouse.yaml', import.meta.url), 'utf8');

export function readContractText(): string {
  return readFileSync(contractFile, 'utf8');
}

/** Inserts the hand-written parts of a new entity at the ends of their sections, and nothing else. */
export function insertHandWritten(source: string, handWritten: string): string {
  const text = new ContractText(source);
  const addition = new ContractText(handWritten);
  for (const keys of [['components', 'schemas'], ['tags']]) {
    text.insert(text.get(...keys).end, addition.read(bodyOf(addition.get(...keys))), keys.join(' › '));
  }
  return text.toString();
}

/** Returns the contract with the example entity, completed as by `npm run contract`. */
export function contractWithNewEntity(): Contract {
  const { text } = completeContract(insertHandWritten(readContractText(), newEntityYaml));
  return parse(text, { maxAliasCount: -1 }) as Contract; // Cast: the tests check it against the contract rules.
}
