import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readContract, resolve } from '../contract/contract.ts';
import { entityRoutes } from '../contract/entities.ts';
import { operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { validatorsOf } from '../contract/validators.ts';
import { completeContract, driftMessage } from './complete-contract.ts';
import { ContractText } from './contract-text.ts';
import { insertHandWritten, newEntityYaml, readContractText } from './new-entity.ts';

const source = readContractText();
const entityKeys: unknown[] = readContract().components.schemas.Entity?.enum ?? [];

test('openapi.yaml is up to date with `npm run contract`', () => {
  const { changes } = completeContract(source);
  expect(changes.length, driftMessage(changes)).toBe(0);
});

/** Replaces a text in one part of the contract, or removes the part if no text is given. */
function edit(text: string, part: string, from?: string, to = ''): string {
  const contract = new ContractText(text);
  const span = contract.get(...part.split(' '));
  const before = contract.read(span).join('\n');
  if (from !== undefined && !before.includes(from)) throw new Error(`${part} does not contain ${from}`);
  contract.replace(span, from === undefined ? [] : before.replace(from, to).split('\n'), part);
  return contract.toString();
}

test('drifted parts are listed and restored', () => {
  // Missing list items are appended, so only the last entity returns to its original position.
  const lastEntity = entityKeys.at(-1);
  const edits: [name: string, part: string, from?: string, to?: string][] = [
    ['operation listCountries', 'paths /api/v1/countries get', '-region,', ''],
    ['operation exportCities', 'paths /api/v1/cities/export get', 'name: iataCode', 'name: cnCode'],
    ['the parameters of /api/v1/cities/{id}', 'paths /api/v1/cities/{id} parameters', 'Id', 'SubscriberId'],
    ['operation deleteCity', 'paths /api/v1/cities/{id} delete'],
    ['response CityDecided', 'components responses CityDecided'],
    ['schema CityChange', 'components schemas CityChange', 'seq: { type: integer', 'seq: { type: string'],
    ['operation createCabin', 'paths /api/v1/cabins post', 'order: 4', 'order: 5'],
    ['operation restoreCabin', 'paths /api/v1/cabins/{id}/restore post', 'cabin:create', 'cabin:read'],
    ['the enum of Entity', 'components schemas Entity enum', `, ${lastEntity}`, ''],
    ['the properties of Settings.review', `components schemas Settings properties review properties ${lastEntity}`],
  ];
  const drifted = edits.reduce((result, [, part, from, to]) => edit(result, part, from, to), source);
  const { text, changes } = completeContract(drifted);
  expect(changes).toEqual(edits.map(([name]) => name));
  expect(text === source).toBe(true);
});

test('hand-written parts are left alone', () => {
  const withEditedList = edit(source, 'paths /api/v1/rate-board get', 'A page of rates', 'The posted rates');
  const withEditedResponse = edit(
    withEditedList,
    'components schemas RateListAnswer',
    'required: [code, ',
    'required: [',
  );
  const editedSource = edit(withEditedResponse, 'components schemas City', '[country]', '[country, continent]');
  expect(completeContract(editedSource)).toEqual({ text: editedSource, changes: [] });
});

const otherSchemas = readContract().tags.flatMap(({ 'x-record': names }) =>
  names && names.schema !== 'Country' ? [names.schema] : [],
);

test('changes of the pattern and of x-filters are applied to the operations', () => {
  const withEditedPattern = edit(source, 'paths /api/v1/countries/{id} get', 'One country', 'Read a country');
  const editedSource = edit(withEditedPattern, 'components schemas Airport x-filters', 'city, ', '');
  const { text, changes } = completeContract(editedSource);
  expect(changes.toSorted()).toEqual(
    [
      ...otherSchemas.map((name) => `operation get${name}`),
      'operation listAirports',
      'operation exportAirports',
      'operation bulkMatchingAirports',
    ].toSorted(),
  );
  expect(text).toContain('summary: Read an airline\n');
});

describe('a new entity', () => {
  const { text, changes } = completeContract(insertHandWritten(source, newEntityYaml));
  const contract = parse(text, { maxAliasCount: -1 }) as Contract; // Cast: checked below, and against the contract rules elsewhere.
  const operations = operationsOf(contract).filter(({ tag }) => tag === 'lighthouse');

  test('needs at most a hundred hand-written lines', () => {
    expect(newEntityYaml.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });

  test('gets every operation of an entity', () => {
    expect(operations.length).toBe(Object.keys(entityRoutes).length);
  });

  test('changes only the lists of all entities outside its own parts', () => {
    const changesElsewhere = changes.filter((name) => !/Lighthouse|lighthouses/.test(name));
    expect(
      changesElsewhere.filter((name) => !/^the (enum|schemas|required members|properties) of |^review in /.test(name)),
    ).toEqual([]);
  });

  test('has no broken references', () => {
    const refs = new Set([...text.matchAll(/\$ref: '(#[^']+)'/g)].map(([, $ref = '']) => $ref));
    expect(() => [...refs].map(($ref) => resolve(contract, { $ref }))).not.toThrow();
  });

  test('has examples that match its schemas', () => {
    const validate = validatorsOf(contract);
    const faults = operations.flatMap(({ id, responses }) =>
      responses.map(({ pointer, json, status }) => json && [id, status, validate(`${pointer}/schema`, json.example)]),
    );
    expect(faults.filter((fault) => fault?.[2])).toEqual([]);
  });

  test('is complete after one run', () => {
    expect(completeContract(text)).toEqual({ text, changes: [] });
  });

  test('gets nothing from the pattern for its own operations', () => {
    const definitionWithOwnOperation = newEntityYaml.replace(
      '    x-record:',
      '    x-own-operations: [listLighthouses]\n    x-record:',
    );
    const { changes: others } = completeContract(insertHandWritten(source, definitionWithOwnOperation));
    expect(changes.filter((name) => !others.includes(name))).toEqual([
      'operation listLighthouses',
      'schema LighthouseListAnswer',
    ]);
  });
});

test('x-own-operations must name operations of the entity', () => {
  const parts = newEntityYaml.replace('    x-record:', '    x-own-operations: [listBeacons]\n    x-record:');
  expect(() => completeContract(insertHandWritten(source, parts))).toThrow(
    'entity lighthouse: x-own-operations names listBeacons, which is not one of listLighthouses, createLighthouse, ',
  );
});
