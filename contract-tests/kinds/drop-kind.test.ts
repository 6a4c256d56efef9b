import { expect, test } from 'vitest';
import { completeContract } from './complete-contract.ts';
import { dropKind } from './drop-kind.ts';
import { newKind, readContractText, withHandWritten } from './new-kind.ts';

const source = readContractText();

test('a kind that was added and is dropped again leaves nothing behind', () => {
  const { text } = completeContract(withHandWritten(source, newKind));
  const { text: dropped, changes } = dropKind(text, 'lighthouse');
  expect(changes).toEqual(
    expect.arrayContaining(['tag lighthouse', 'schema LighthouseTower', 'path /api/v1/lighthouses']),
  );
  expect(dropped === source).toBe(true);
});

test('a kind that others refer to is dropped by nobody', () => {
  expect(() => dropKind(source, 'city')).toThrow(/^kind city is still referred to; change this first\nline \d+: /);
});

test.each([
  ['country', 'country is the pattern for all other kinds and cannot be dropped'],
  ['lighthouse', 'there is no kind lighthouse, only country, city, airline, '],
])('%s cannot be dropped', (tag, fault) => {
  expect(() => dropKind(source, tag)).toThrow(fault);
});
