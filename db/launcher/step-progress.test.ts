import { expect, test } from 'vitest';
import { beginStartStep, beginStep } from './step-progress.mjs';

function linesOf(use: (out: { write(text: string): void }) => void): string[] {
  const lines: string[] = [];
  use({ write: (text) => lines.push(text.trim()) });
  return lines;
}

test('the steps of a start are numbered, and the same steps of other programs are not', () => {
  expect(linesOf((out) => beginStartStep('Packages', out).phase('installing'))).toEqual([
    '[2/7] Packages: installing …',
  ]);
  expect(linesOf((out) => beginStep('Packages', out).phase('installing'))).toEqual(['Packages: installing …']);
});
