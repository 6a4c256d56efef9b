import { describe, expect, test } from 'vitest';
import { ContractText } from './contract-text.ts';
import { readEntityDefinitions, readSchemas } from './entity-definitions.ts';
import { newEntityYaml } from './new-entity.ts';
import { filtersOf } from './parameters.ts';

/** Reads a document with one entity. Schemas shared with other entities are needed only to build filters. */
function readDefinitions(source: string) {
  const text = new ContractText(source);
  const schemas = readSchemas(text);
  const entities = readEntityDefinitions(text, schemas);
  return { kinds: entities, filters: () => entities.flatMap((entity) => filtersOf(entity, text, schemas)) };
}

const writtenFilter =
  "- { name: range, in: query, schema: { type: integer }, description: 'At least, in kilometres.' }";

test('an entity is read from its tag and its schemas', () => {
  expect(readDefinitions(newEntityYaml).kinds).toMatchObject([
    { tag: 'lighthouse', schema: 'Lighthouse', review: 'second-person', ownOperations: [], exampleId: 901 },
  ]);
});

test('a filter is built from the schema of its field, or copied if it is a whole parameter', () => {
  const list = `x-filters:\n        - code\n        - name\n        - operator\n        - height\n        ${writtenFilter}\n`;
  const shared = '    Name: { type: string, maxLength: 200 }\n    LighthouseWrite:';
  const source = newEntityYaml
    .replace(/x-filters: .*\n/, list)
    .replace(
      "operator: { type: [string, 'null'], description: Who keeps the light. }",
      'operator: { type: string, maxLength: 100 }',
    )
    .replace('    LighthouseWrite:', shared);
  expect(
    readDefinitions(source)
      .filters()
      .map((lines) => lines.map((line) => line.trim()).join('\n')),
  ).toEqual([
    '- { name: code, in: query, explode: false, schema: { type: array, maxItems: 100, items: { type: string, maxLength: 3 } }, description: Exact. }',
    "- { name: name, in: query, schema: { type: string, maxLength: 200 }, description: 'Words in any order, each the beginning of a word of a name or alias in any language, or part of a Chinese name.' }",
    '- { name: operator, in: query, schema: { type: string, maxLength: 100 }, description: Exact. }',
    "- { name: height, in: query, schema: { $ref: '#/components/schemas/NumberRange' } }",
    writtenFilter,
  ]);
});

describe('an entity is rejected', () => {
  const missingSchema = 'schema LighthouseWrite is missing from components/schemas; write it first';
  const article = 'x-record: one is "lighthouse" and should be words with an article, such as \'a train station\'';
  const sort = 'x-sortable names wings, which is neither a field of Lighthouse nor a parameter in its x-filters';

  test.each([
    ['without a schema', 'LighthouseWrite:', 'TowerWrite:', missingSchema],
    ['without names', 'x-record:', 'x-names:', 'give its tag an x-record with schema, plural, path, one and many'],
    ['without one of the names', 'plural: Lighthouses, ', '', 'x-record needs plural, a name such as TrainStations'],
    ['without an article', 'one: a lighthouse', 'one: lighthouse', article],
    [
      'without an example',
      'examples:',
      'x-examples:',
      'give the schema LighthouseWrite examples, a list with exactly one item',
    ],
    ['without an id', '- id: 901', '- number: 901', 'give the example of Lighthouse an id'],
    ['sorted by an unknown field', 'tower, height]', 'wings]', sort],
    [
      'sorted by its status',
      'height]',
      'status]',
      'x-sortable names status, which is a sort field of every list; remove it',
    ],
    ['filtered by an unknown field', 'isAutomated]', 'wings]', 'x-filters names wings, which Lighthouse does not have'],
  ])('%s', (_, from, to, fault) => {
    expect(() => readDefinitions(newEntityYaml.replace(from, to))).toThrow(`entity lighthouse: ${fault}`);
  });

  test('with the path of another entity', () => {
    const [tag = ''] = newEntityYaml.match(/ {2}- name: lighthouse[\s\S]*?(?=components:)/) ?? [];
    const other = tag.replace('lighthouse', 'plane').replace('plural: Lighthouses', 'plural: Planes');
    expect(() => readDefinitions(newEntityYaml.replace('components:', `${other}components:`))).toThrow(
      'entity plane: x-record: path /api/v1/lighthouses is also that of the entity lighthouse',
    );
  });

  test.each([
    ['locales', 'it is not a text, an enum, a reference, a boolean, a number or a time; write out the parameter'],
    ['operator', 'give it a maxLength in Lighthouse, or write out the parameter'],
  ])('with a filter by %s, whose schema is not specific enough', (name, advice) => {
    expect(readDefinitions(newEntityYaml.replace(/x-filters: .*/, `x-filters: [${name}]`)).filters).toThrow(
      `entity lighthouse: x-filters names ${name}: ${advice}`,
    );
  });

  test('in invalid YAML, with the line', () => {
    expect(() => readDefinitions(newEntityYaml.replace('Who keeps the light. }', 'Who keeps the light.'))).toThrow(
      /openapi\.yaml: .* line \d+/s,
    );
  });
});
