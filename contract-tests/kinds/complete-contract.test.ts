import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readContract, resolve } from '../contract/contract.ts';
import { entityShape } from '../contract/entities.ts';
import { operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { validatorsOf } from '../contract/validators.ts';
import { completeContract, driftMessage } from './complete-contract.ts';
import { ContractText } from './contract-text.ts';
import { newKind, readContractText, withHandWritten } from './new-kind.ts';

const source = readContractText();
const kindKeys: unknown[] = readContract().components.schemas.Entity?.enum ?? [];

test('openapi.yaml is what `npm run contract` writes', () => {
  const { changes } = completeContract(source);
  expect(changes.length, driftMessage(changes)).toBe(0);
});

/** The contract with a text of one of its parts replaced, or without the part where no text is given. */
function edit(text: string, part: string, from?: string, to = ''): string {
  const contract = new ContractText(text);
  const span = contract.get(...part.split(' '));
  const before = contract.read(span).join('\n');
  if (from !== undefined && !before.includes(from)) throw new Error(`${part} does not hold ${from}`);
  contract.replace(span, from === undefined ? [] : before.replace(from, to).split('\n'), part);
  return contract.toString();
}

test('what has drifted is named and written back', () => {
  // What is missing from a list of all kinds is written at its end, so only the last one comes back to its place.
  const lastKind = kindKeys.at(-1);
  const edits: [name: string, part: string, from?: string, to?: string][] = [
    ['operation listCountries', 'paths /api/v1/countries get', 'region, -region, ', ''],
    ['operation exportCities', 'paths /api/v1/cities/export get', 'name: iataCode', 'name: cnCode'],
    ['the parameters of /api/v1/cities/{id}', 'paths /api/v1/cities/{id} parameters', 'Id', 'SubscriberId'],
    ['operation deleteCity', 'paths /api/v1/cities/{id} delete'],
    ['response CityDecided', 'components responses CityDecided'],
    ['schema CityChange', 'components schemas CityChange', 'seq: { type: integer }', 'seq: { type: string }'],
    ['operation createCabin', 'paths /api/v1/cabins post', 'order: 4', 'order: 5'],
    ['operation restoreCabin', 'paths /api/v1/cabins/{id}/restore post', 'cabin:create', 'cabin:read'],
    ['the enum of Entity', 'components schemas Entity enum', `, ${lastKind}`, ''],
    ['the properties of Settings.review', `components schemas Settings properties review properties ${lastKind}`],
  ];
  const drifted = edits.reduce((text, [, part, from, to]) => edit(text, part, from, to), source);
  const { text, changes } = completeContract(drifted);
  expect(changes).toEqual(edits.map(([name]) => name));
  expect(text === source).toBe(true);
});

test('what is written by hand stays as it is', () => {
  const list = edit(source, 'paths /api/v1/rate-board get', 'A page of rates', 'The posted rates');
  const answer = edit(list, 'components schemas RateListAnswer', 'required: [code, ', 'required: [');
  const schema = edit(answer, 'components schemas City', '[country]', '[country, continent]');
  expect(completeContract(schema)).toEqual({ text: schema, changes: [] });
});

const otherSchemas = readContract().tags.flatMap(({ 'x-record': names }) =>
  names && names.schema !== 'Country' ? [names.schema] : [],
);

test('a change of the pattern, or of a schema that it is filled from, reaches the operations', () => {
  const pattern = edit(source, 'paths /api/v1/countries/{id} get', 'One country', 'Read a country');
  const filters = edit(pattern, 'components schemas Airport x-filters', 'city, ', '');
  const { text, changes } = completeContract(filters);
  expect(changes.toSorted()).toEqual(
    [
      ...otherSchemas.map((name) => `operation get${name}`),
      'operation listAirports',
      'operation exportAirports',
    ].toSorted(),
  );
  expect(text).toContain('summary: Read an airline\n');
});

describe('a new kind', () => {
  const { text, changes } = completeContract(withHandWritten(source, newKind));
  const contract = parse(text, { maxAliasCount: -1 }) as Contract; // Cast: checked below, and by its rules elsewhere.
  const operations = operationsOf(contract).filter(({ tag }) => tag === 'lighthouse');

  test('takes at most a hundred lines by hand', () => {
    expect(newKind.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });

  test('gets every operation of a record', () => {
    expect(operations.length).toBe(Object.keys(entityShape).length);
  });

  test('changes nothing of the other kinds but the lists of all kinds', () => {
    const others = changes.filter((name) => !/Lighthouse|lighthouses/.test(name));
    expect(
      others.filter((name) => !/^the (enum|schemas|required members|properties) of |^review in /.test(name)),
    ).toEqual([]);
  });

  test('refers to nothing that is missing', () => {
    const refs = new Set([...text.matchAll(/\$ref: '(#[^']+)'/g)].map(([, $ref = '']) => $ref));
    expect(() => [...refs].map(($ref) => resolve(contract, { $ref }))).not.toThrow();
  });

  test('has examples that its schemas allow', () => {
    const validate = validatorsOf(contract);
    const faults = operations.flatMap(({ id, answers }) =>
      answers.map(({ pointer, json, status }) => json && [id, status, validate(`${pointer}/schema`, json.example)]),
    );
    expect(faults.filter((fault) => fault?.[2])).toEqual([]);
  });

  test('is complete after one run', () => {
    expect(completeContract(text)).toEqual({ text, changes: [] });
  });

  test('has no text made of the pattern for an operation of its own', () => {
    const own = newKind.replace('    x-record:', '    x-own-operations: [listLighthouses]\n    x-record:');
    const { changes: others } = completeContract(withHandWritten(source, own));
    expect(changes.filter((name) => !others.includes(name))).toEqual([
      'operation listLighthouses',
      'schema LighthouseListAnswer',
    ]);
  });
});

test('an operation that is called the own one of a kind is one of its operations', () => {
  const parts = newKind.replace('    x-record:', '    x-own-operations: [listBeacons]\n    x-record:');
  expect(() => completeContract(withHandWritten(source, parts))).toThrow(
    'kind lighthouse: x-own-operations names listBeacons, which is none of listLighthouses, createLighthouse, ',
  );
});
