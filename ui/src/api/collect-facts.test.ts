import { describe, expect, it } from 'vitest';
import { collectFacts } from './collect-facts.ts';
import type { Contract, Operation, Schema } from './contract-document.ts';

const label = { 'zh-CN': '城市', en: 'City' };
const hint = { 'zh-CN': ' 3 个字母', en: '3 letters' };
const text = { 'zh-CN': '…', en: '…' };

function contractOf(operation: Partial<Operation> = {}, schemas: Record<string, Schema> = {}): Contract {
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
    tags: [{ name: 'session' }, { name: 'city', 'x-label': label }],
    'x-transitions': {},
    paths: { '/cities': { get: list, post: { ...write, ...operation } } },
    components: {
      responses: { Created: { content: { schema: { $ref: '#/components/schemas/City' } } } },
      schemas: {
        ErrorKey: { type: 'string', enum: ['notFound'], 'x-text': { notFound: text } },
        Rule: { type: 'string', enum: ['type', 'pattern'], 'x-text': { type: text, pattern: text } },
        Code: { type: 'string', 'x-case': 'upper', 'x-hint': hint },
        CountryReference: { type: 'string', 'x-reference': 'country' },
        CityWrite: {
          required: ['code'],
          properties: {
            code: { $ref: '#/components/schemas/Code' },
            iata: { oneOf: [{ $ref: '#/components/schemas/Code' }, { type: 'null' }] },
            near: { type: 'array', items: { $ref: '#/components/schemas/Code' } },
            plain: { type: 'string' },
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

describe('collectFacts', () => {
  it('finds hints and cases through references, null branches and lists', () => {
    const facts = collectFacts(contractOf());
    expect(facts.hints).toEqual({ CityWrite: { code: hint, iata: hint, 'near/*': hint } });
    expect(facts.upperCase).toEqual({ CityWrite: ['code', 'iata', 'near/*'] });
  });

  it('finds what an approval needs by what the kind’s operations answer, whatever the schema is called', () => {
    expect(collectFacts(contractOf())).toMatchObject({
      entities: { city: label },
      requiredToApprove: { city: ['country'] },
      requiredToSave: { CityWrite: ['code'] },
      permissions: { createCity: 'city:create', listCities: 'city:read' },
      tags: { createCity: 'city', listCities: 'city' },
      bodies: ['CityWrite'],
    });
  });

  it('finds which kind a code is of, and where each kind is listed', () => {
    const facts = collectFacts(contractOf());
    expect(facts.references).toEqual({ CityWrite: { country: 'country', 'stops/*/at': 'country' } });
    expect(facts.resources).toEqual({ city: '/cities' });
  });

  it('tells what a list can be sorted by and asked for', () => {
    const contract = contractOf({}, { Continent: { type: 'string', enum: ['AS', 'EU'] } });
    const list = contract.paths['/cities']?.get;
    if (list)
      list.parameters = [
        { name: 'page', schema: { type: 'integer' } },
        { name: 'sort', schema: { type: 'string', enum: ['code', '-code', 'name', '-name'] } },
        { name: 'name', schema: { type: 'string', maxLength: 200 } },
        { name: 'continent', schema: { $ref: '#/components/schemas/Continent' } },
        { name: 'isMain', schema: { type: 'boolean' } },
        { name: 'view', schema: { type: 'string', enum: ['latest', 'all'] } },
        { name: 'today', schema: { type: 'string' } },
      ];
    expect(collectFacts(contract).lists.city).toEqual({
      sorts: ['code', 'name'],
      filters: { name: 200, continent: 'Continent', isMain: ['true', 'false'], view: ['latest', 'all'] },
      takesToday: true,
    });
  });

  it('tells of bodies what they hold, what must be there, what nobody writes and how their fields agree', () => {
    const rule = { rule: 'together', at: 'lat', fields: ['lon'] };
    const facts = collectFacts(
      contractOf(
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
    expect(facts).toMatchObject({
      fields: { CityWrite: ['code', 'lat', 'lon', 'near'] },
      requiredToSave: { CityWrite: ['code', 'near/*/km'] },
      readOnly: { CityWrite: ['code'] },
      rules: { CityWrite: [rule] },
      titles: { city: '{code} {lat}' },
    });
  });

  it('calls an operation without security open', () => {
    expect(collectFacts(contractOf({ security: [] })).permissions.createCity).toBe('open');
  });

  // The casts below: a contract that breaks its own rules is not of its type.
  it.each([
    [
      'an operation without a permission',
      contractOf({ 'x-permission': undefined as never }),
      'createCity says no x-permission',
    ],
    [
      'a body without a name',
      contractOf({ requestBody: { content: { 'application/json': { schema: {} } } } }),
      'named schema',
    ],
    ['a kind without its approval', contractOf({}, { City: {} }), 'tag city must carry x-required-to-approve, found 0'],
    [
      'a reference into nothing',
      contractOf({}, { CityWrite: { properties: { a: { $ref: '#/x/Gone' } } } }),
      'nothing at #/x/Gone',
    ],
    [
      'a keyword without a text',
      contractOf({}, { CityWrite: { properties: { a: { minProperties: 1 } as Schema } } }),
      'CityWrite uses minProperties at a, which Rule neither lists',
    ],
    [
      'a rule about a field that is not there',
      contractOf(
        {},
        { CityWrite: { properties: { a: {} }, 'x-rules': [{ rule: 'together', at: 'a', fields: ['b'] }] } },
      ),
      'an x-rules of CityWrite names b',
    ],
  ])('refuses %s', (_what, contract, message) => {
    expect(() => collectFacts(contract)).toThrow(message);
  });
});
