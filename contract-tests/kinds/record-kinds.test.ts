import { describe, expect, test } from 'vitest';
import { ContractText } from './contract-text.ts';
import { newKind } from './new-kind.ts';
import { filtersOf } from './parameters.ts';
import { readKinds, readSchemas } from './record-kinds.ts';

/** A document of one kind alone: the schemas that it shares with others are read only where something is made of them. */
function read(source: string) {
  const text = new ContractText(source);
  const schemas = readSchemas(text);
  const kinds = readKinds(text, schemas);
  return { kinds, filters: () => kinds.flatMap((kind) => filtersOf(kind, text, schemas)) };
}

const own = "- { name: range, in: query, schema: { type: integer }, description: 'At least, in kilometres.' }";

test('a kind is read from its tag and its schemas', () => {
  expect(read(newKind).kinds).toMatchObject([
    { tag: 'lighthouse', schema: 'Lighthouse', review: 'second-person', ownOperations: [], exampleId: 901 },
  ]);
});

test('a filter is made of the schema of its field, or taken as it is written', () => {
  const list = `x-filters:\n        - code\n        - name\n        - operator\n        ${own}\n`;
  const shared = '    Name: { type: string, maxLength: 200 }\n    LighthouseWrite:';
  const source = newKind
    .replace(/x-filters: .*\n/, list)
    .replace("operator: { type: [string, 'null'] }", 'operator: { type: string, maxLength: 100 }')
    .replace('    LighthouseWrite:', shared);
  expect(
    read(source)
      .filters()
      .map((lines) => lines.map((line) => line.trim()).join('\n')),
  ).toEqual([
    '- { name: code, in: query, schema: { type: string, maxLength: 3 }, description: Exact. }',
    "- { name: name, in: query, schema: { type: string, maxLength: 200 }, description: 'Part of the name, in any language.' }",
    '- { name: operator, in: query, schema: { type: string, maxLength: 100 }, description: Exact. }',
    own,
  ]);
});

describe('a kind is refused', () => {
  const missingSchema = 'schema LighthouseWrite is missing from components/schemas; write it first';
  const article = 'x-record: one is "lighthouse" and should be words with an article, such as \'a train station\'';
  const sort = 'x-sortable names wings, which is neither a field of Lighthouse nor a parameter in its x-filters';

  test.each([
    ['without a schema', 'LighthouseWrite:', 'TowerWrite:', missingSchema],
    ['without names', 'x-record:', 'x-names:', 'give its tag an x-record with schema, plural, path, one and many'],
    ['without one of them', 'plural: Lighthouses, ', '', 'x-record lacks plural, a name such as TrainStations'],
    ['without an article', 'one: a lighthouse', 'one: lighthouse', article],
    [
      'without an example',
      'examples:',
      'x-examples:',
      'give the schema LighthouseWrite examples, a list of exactly one',
    ],
    ['without an id', '- id: 901', '- number: 901', 'give the example of Lighthouse an id'],
    ['sorted by what it does not have', 'tower, height]', 'wings]', sort],
    [
      'sorted by its status',
      'height]',
      'status]',
      'x-sortable names status, by which every list is sorted anyway; drop it',
    ],
    [
      'filtered by what it does not have',
      'isAutomated]',
      'wings]',
      'x-filters names wings, which Lighthouse does not have',
    ],
  ])('%s', (_, from, to, fault) => {
    expect(() => read(newKind.replace(from, to))).toThrow(`kind lighthouse: ${fault}`);
  });

  test('with the path of another', () => {
    const [tag = ''] = newKind.match(/ {2}- name: lighthouse[\s\S]*?(?=components:)/) ?? [];
    const other = tag.replace('lighthouse', 'plane').replace('plural: Lighthouses', 'plural: Planes');
    expect(() => read(newKind.replace('components:', `${other}components:`))).toThrow(
      'kind plane: x-record: path /api/v1/lighthouses is that of the kind lighthouse',
    );
  });

  test.each([
    ['height', 'it is neither text, a choice, a reference nor a boolean; write the parameter out'],
    ['operator', 'give it a maxLength in Lighthouse, or write the parameter out'],
  ])('with a filter by %s, of which its schema says too little', (name, advice) => {
    expect(read(newKind.replace(/x-filters: .*/, `x-filters: [${name}]`)).filters).toThrow(
      `kind lighthouse: x-filters names ${name}: ${advice}`,
    );
  });

  test('where the text is no YAML, with the line', () => {
    expect(() => read(newKind.replace('maxLength: 100 }', 'maxLength: 100'))).toThrow(/openapi\.yaml: .* line \d+/s);
  });
});
