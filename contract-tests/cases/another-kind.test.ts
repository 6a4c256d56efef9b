import { expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import type { Contract, RawOperation, Schema } from '../contract/types.ts';
import { faultsOf } from '../rules/faults.ts';
import { allCases } from './all-cases.ts';

/** A contract with one more kind of record: places, each in a country. */
function withPlaces(): Contract {
  const contract = readContract();
  contract.tags.push({ name: 'place', description: 'Places.', 'x-label': { 'zh-CN': '地点', en: 'Place' } });
  const { Entity, PermissionName, Settings } = contract.components.schemas;
  Entity?.enum?.push('place');
  const verbs = ['read', 'create', 'update', 'delete', 'review', 'import', 'export'];
  PermissionName?.enum?.push(...verbs.map((verb) => `place:${verb}`));
  Object.assign(Settings?.properties?.review?.properties ?? {}, { place: {} });
  for (const [path, item] of Object.entries(readContract().paths)) {
    if (!path.includes('/countries')) continue;
    contract.paths[path.replace('/countries', '/places')] = item;
    // Casts: in a path item, what is no list is an operation.
    for (const operation of Object.values(item).filter((one) => !Array.isArray(one)) as RawOperation[]) {
      operation.tags = ['place'];
      operation.operationId = operation.operationId?.replace(/Countr(y|ies)/, 'Place') ?? '';
      if (operation['x-permission']?.startsWith('country:')) operation['x-permission'] = 'place:read';
    }
  }
  const create = contract.paths['/api/v1/places']?.post as RawOperation; // Cast: put there by the loop above.
  const write: Schema = { ...contract.components.schemas.CountryWrite };
  write.properties = { ...write.properties, country: { type: 'string', 'x-reference': 'country' } };
  contract.components.schemas.PlaceWrite = write;
  const media = create.requestBody?.content['application/json'];
  if (media) media.schema = { $ref: '#/components/schemas/PlaceWrite' };
  return contract;
}

test('another kind is covered without a line of its own', () => {
  const contract = withPlaces();
  const cases = allCases(contract);
  const covered = new Set(cases.map(({ operationId, expect: { status } }) => `${operationId} ${status}`));
  const declared = operationsOf(contract)
    .filter(({ tag }) => tag === 'place')
    .flatMap(({ id, answers }) => answers.map(({ status }) => `${id} ${status}`));
  expect(declared.filter((answer) => !/50[03]$/.test(answer) && !covered.has(answer))).toEqual([]);
  expect(faultsOf(contract)).toEqual([]);
});

test('what it refers to is not deleted under it', () => {
  const names = allCases(withPlaces()).filter(({ operationId }) => operationId === 'deleteCountry');
  expect(names.map(({ name }) => name)).toContain('refuses while it is the country of a place');
});
