import { describe, expect, it } from 'vitest';
import { collectMetadata } from './collect-metadata.ts';
import type { Contract, Operation, Schema } from './contract-document.ts';

const CITY_LABEL = { 'zh-CN': '城市', en: 'City' };
const CODE_HINT = { 'zh-CN': ' 3 个字母', en: '3 letters' };
const PLACEHOLDER_TEXT = { 'zh-CN': '…', en: '…' };

function createContract(operation: Partial<Operation> = {}, schemas: Record<string, Schema> = {}): Contract {
  const write: Operation = {
    operationId: 'createCity',
    tags: ['city'],
    'x-permission': 'city:create',
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/CityWrite' } } } },
    responses: { '201': { $ref: '#/components/responses/Created' } },
  };
  const list: Operation = { ...write, operationId: 'listCities', 'x-permission': 'city:read' };
  delete list.requestBody;
  return {
    tags: [{ name: 'session' }, { name: 'city', 'x-label': CITY_LABEL }],
    'x-transitions': {},
    paths: { '/cities': { get: list, post: { ...write, ...operation } } },
    components: {
      responses: { Created: { content: { schema: { $ref: '#/components/schemas/City' } } } },
      schemas: {
        ErrorKey: { type: 'string', enum: ['notFound'], 'x-text': { notFound: PLACEHOLDER_TEXT } },
        Rule: {
          type: 'string',
          enum: ['type', 'pattern'],
          'x-text': { type: PLACEHOLDER_TEXT, pattern: PLACEHOLDER_TEXT },
        },
        Code: { type: 'string', 'x-case': 'upper', 'x-hint': CODE_HINT },
        CountryReference: { type: 'string', 'x-reference': 'country' },
        CityWrite: {
          required: ['code'],
          properties: {
            code: { $ref: '#/components/schemas/Code' },
            iata: { oneOf: [{ $ref: '#/components/schemas/Code' }, { type: 'null' }] },
            near: { type: 'array', items: { $ref: '#/components/schemas/Code' } },
            plain: { type: 'string' },
            sound: { type: 'string', 'x-search': 'code' },
            country: { oneOf: [{ $ref: '#/components/schemas/CountryReference' }, { type: 'null' }] },
            stops: { type: 'array', items: { properties: { at: { $ref: '#/components/schemas/CountryReference' } } } },
          },
        },
        City: { 'x-required-to-approve': ['country'] },
        ...schemas,
      },
    },
  };
}

describe('collectMetadata', () => {
  it('finds hints, cases and what is searched through references, null branches and lists', () => {
    const metadata = collectMetadata(createContract());
    expect(metadata.hints).toEqual({ CityWrite: { code: CODE_HINT, iata: CODE_HINT, 'near/*': CODE_HINT } });
    expect(metadata.upperCase).toEqual({ CityWrite: ['code', 'iata', 'near/*'] });
    expect(metadata.searchedAsCode).toEqual({ CityWrite: ['sound'] });
  });

  it('finds the fields required to approve in the response schemas of an entity’s operations', () => {
    expect(collectMetadata(createContract())).toMatchObject({
      entities: { city: CITY_LABEL },
      requiredToApprove: { city: ['country'] },
      requiredToSave: { CityWrite: ['code'] },
      permissions: { createCity: 'city:create', listCities: 'city:read' },
      tags: { createCity: 'city', listCities: 'city' },
      bodies: ['CityWrite'],
    });
  });

  it('finds the entity that a code refers to, and the list path of each entity', () => {
    const metadata = collectMetadata(createContract());
    expect(metadata.references).toEqual({ CityWrite: { country: 'country', 'stops/*/at': 'country' } });
    expect(metadata.resources).toEqual({ city: '/cities' });
  });

  it('leaves out the keys of errors, except for those that a list is filtered by', () => {
    const contract = createContract();
    expect(Object.keys(collectMetadata(contract).enums)).toEqual([]);
    const list = contract.paths['/cities']?.get;
    if (list) list.parameters = [{ name: 'error', schema: { $ref: '#/components/schemas/ErrorKey' } }];
    expect(collectMetadata(contract).enums).toEqual({ ErrorKey: ['notFound'] });
  });

  it('collects the sort columns and filters of a list', () => {
    const contract = createContract({}, { Continent: { type: 'string', enum: ['AS', 'EU'] } });
    contract.components.parameters = { Incomplete: { name: 'incomplete', schema: { type: 'boolean' } } };
    const list = contract.paths['/cities']?.get;
    if (list)
      list.parameters = [
        { name: 'page', schema: { type: 'integer' } },
        {
          name: 'sort',
          schema: { type: 'array', items: { type: 'string', enum: ['code', '-code', 'name', '-name'] } },
        },
        { name: 'not', schema: { type: 'array', items: { type: 'string', enum: ['status', 'continent'] } } },
        { name: 'empty', schema: { type: 'array', items: { type: 'string', enum: ['continent', 'cnCode'] } } },
        { name: 'name', schema: { type: 'string', maxLength: 200 } },
        { name: 'continent', schema: { type: 'array', items: { $ref: '#/components/schemas/Continent' } } },
        { name: 'latitude', schema: { $ref: '#/components/schemas/NumberRange' } },
        { name: 'isMain', schema: { type: 'boolean' } },
        { name: 'view', schema: { type: 'string', enum: ['latest', 'all'] } },
        { $ref: '#/components/parameters/Incomplete' },
        { name: 'today', schema: { type: 'string' } },
      ];
    expect(collectMetadata(contract).lists.city).toEqual({
      sorts: ['code', 'name'],
      filters: {
        name: 200,
        continent: 'Continent',
        isMain: ['true', 'false'],
        view: ['latest', 'all'],
        incomplete: ['true', 'false'],
      },
      ranges: { latitude: 'number' },
      negatable: ['continent'],
      emptiable: ['continent', 'cnCode'],
      takesToday: true,
    });
  });

  it('collects the fields of bodies, the required and read-only ones, and their rules', () => {
    const rule = { rule: 'together', at: 'lat', fields: ['lon'] };
    const metadata = collectMetadata(
      createContract(
        {},
        {
          CityWrite: {
            required: ['code'],
            'x-rules': [rule],
            properties: {
              code: { type: 'string', 'x-read-only': true },
              lat: {},
              lon: {},
              near: {
                type: 'array',
                items: { oneOf: [{ required: ['km'], properties: { km: {} } }, { type: 'null' }] },
              },
            },
          },
          City: { 'x-required-to-approve': [], 'x-title': '{code} {lat}' },
        },
      ),
    );
    expect(metadata).toMatchObject({
      fields: { CityWrite: ['code', 'lat', 'lon', 'near'] },
      requiredToSave: { CityWrite: ['code', 'near/*/km'] },
      readOnly: { CityWrite: ['code'] },
      rules: { CityWrite: [rule] },
      titles: { city: '{code} {lat}' },
    });
  });

  it('marks an operation without security as open', () => {
    expect(collectMetadata(createContract({ security: [] })).permissions.createCity).toBe('open');
  });

  // The casts below: a contract that breaks its own rules is not of its type.
  it.each([
    [
      'an operation without a permission',
      createContract({ 'x-permission': undefined as never }),
      'createCity says no x-permission',
    ],
    [
      'a body without a name',
      createContract({ requestBody: { content: { 'application/json': { schema: {} } } } }),
      'named schema',
    ],
    [
      'a kind without its approval',
      createContract({}, { City: {} }),
      'tag city must carry x-required-to-approve, found 0',
    ],
    [
      'a broken reference',
      createContract({}, { CityWrite: { properties: { a: { $ref: '#/x/Gone' } } } }),
      'nothing at #/x/Gone',
    ],
    [
      'a keyword without a text',
      createContract({}, { CityWrite: { properties: { a: { minProperties: 1 } as Schema } } }),
      'CityWrite uses minProperties at a, which Rule neither lists',
    ],
    [
      'a rule about a missing field',
      createContract(
        {},
        { CityWrite: { properties: { a: {} }, 'x-rules': [{ rule: 'together', at: 'a', fields: ['b'] }] } },
      ),
      'an x-rules of CityWrite names b',
    ],
  ])('rejects %s', (_what, contract, message) => {
    expect(() => collectMetadata(contract)).toThrow(message);
  });
});
