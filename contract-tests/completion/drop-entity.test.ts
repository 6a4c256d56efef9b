import { expect, test } from 'vitest';
import { completeContract } from './complete-contract.ts';
import { dropEntity } from './drop-entity.ts';
import { insertHandWritten, newEntityYaml, readContractText } from './new-entity.ts';

const source = readContractText();

test('dropping a new entity restores the original text', () => {
  const { text } = completeContract(insertHandWritten(source, newEntityYaml));
  const { text: textAfterDrop, changes } = dropEntity(text, 'lighthouse');
  expect(changes).toEqual(
    expect.arrayContaining(['tag lighthouse', 'schema LighthouseTower', 'path /api/v1/lighthouses']),
  );
  expect(textAfterDrop === source).toBe(true);
});

test('an entity that others refer to cannot be dropped', () => {
  expect(() => dropEntity(source, 'city')).toThrow(
    /^entity city is still referred to; change these lines first\nline \d+: /,
  );
});

test.each([
  ['country', 'country is the pattern for all other entities and cannot be dropped'],
  ['lighthouse', 'there is no entity lighthouse, only country, city, airline, '],
])('%s cannot be dropped', (tag, fault) => {
  expect(() => dropEntity(source, tag)).toThrow(fault);
});
