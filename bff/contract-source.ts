import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The contract as people write it. */
export const contractFile = new URL('../openapi.yaml', import.meta.url);

/** Tells one state of the contract from another: what is generated carries that of what it was made from. */
export const contractHash = (): string => createHash('sha256').update(readFileSync(contractFile)).digest('hex');
