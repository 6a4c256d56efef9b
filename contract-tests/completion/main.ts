import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { contractFile } from '../contract/contract.ts';
import { type CompletedContract, completeContract, driftMessage } from './complete-contract.ts';
import { ContractError } from './contract-text.ts';
import { dropEntity } from './drop-entity.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, drop: { type: 'string' } } });

function complete(source: string): CompletedContract {
  try {
    return values.drop === undefined ? completeContract(source) : dropEntity(source, values.drop);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const { text, changes } = complete(readFileSync(contractFile, 'utf8'));
if (changes.length === 0) console.log('openapi.yaml is complete; nothing was changed.');
else if (values.check) {
  console.error(driftMessage(changes));
  process.exitCode = 1;
} else {
  writeFileSync(contractFile, text);
  console.log(['openapi.yaml: wrote', ...changes].join('\n  '));
}
