import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// This is a separate file, so that it can be loaded on demand: the build resolves names in CommonJS packages only for static imports.

// the time grows with the square of the length and blocks the event loop
const MAX_SCORED_LENGTH = 40;
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_SCORED_LENGTH });

/** Scores how hard a password is to guess, from 0 to 4 on zxcvbn's scale. */
export const scorePassword = (password: string): number => zxcvbn.check(password).score;
