import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// the time it takes grows with the square of the length, and nobody else is answered meanwhile
const mostJudged = 40;
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: mostJudged });

/** How hard a password is to guess, from 0 to 4 by zxcvbn's scale. */
export const strengthOf = (password: string): number => zxcvbn.check(password).score;
