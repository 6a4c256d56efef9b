import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// zxcvbn's scale, as the server reads it: 0 and 1 fall to lists of common passwords within minutes
const leastScore = 2;

// as much of it as the server judges
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 40 });

/** Whether a password is common or easy to guess. Large, and so imported on demand only. */
export const guessable = (password: string): boolean => zxcvbn.check(password).score < leastScore;
