import { resolve } from '../contract/contract.ts';
import type { Contract, RawOperation, Schema } from '../contract/types.ts';

/** Ways to break the contract, and the fault that the rules must report. */
export const brokenContracts: [string, (contract: Contract) => void, string][] = [
  [
    'an operation without operationId',
    (it) => Reflect.deleteProperty(operation(it, '/countries', 'get'), 'operationId'),
    'get /api/v1/countries: give it an operationId',
  ],
  [
    'an operation with two tags',
    (it) => operation(it, '/countries', 'get').tags?.push('work'),
    'get /api/v1/countries: give it exactly one tag',
  ],
  [
    'an operation without permission',
    (it) => Reflect.deleteProperty(operation(it, '/countries', 'post'), 'x-permission'),
    'post /api/v1/countries: add x-permission: a permission, signed-in or by-event; or `security: []`',
  ],
  [
    'a permission nobody knows',
    (it) => Object.assign(operation(it, '/countries', 'post'), { 'x-permission': 'country:write' }),
    "post /api/v1/countries: x-permission 'country:write' is no known permission; use signed-in, by-event or a known name",
  ],
  [
    'a kind whose permissions no role can hold',
    (it) => schema(it, 'PermissionName').enum?.splice(4, 1),
    'add country:review to the enum of PermissionName',
  ],
  [
    'a setting without words',
    (it) => Reflect.deleteProperty(schema(it, 'Settings').properties?.sessionHours ?? {}, 'x-about'),
    'sessionHours: x-about: write its text in zh-CN',
  ],
  [
    'a setting without default',
    (it) => Reflect.deleteProperty(schema(it, 'Settings').properties?.sessionHours ?? {}, 'x-default'),
    'sessionHours: give it an x-default',
  ],
  [
    'a kind whose review cannot be set',
    (it) => Reflect.deleteProperty(schema(it, 'Settings').properties?.review?.properties ?? {}, 'city'),
    'add city to the properties of review',
  ],
  [
    'an open operation with a permission',
    (it) => Object.assign(operation(it, '/auth/login', 'post'), { 'x-permission': 'signed-in' }),
    'post /api/v1/auth/login: drop x-permission; `security: []` says that anyone may call it',
  ],
  [
    'by-event on something that is no record',
    (it) => Object.assign(operation(it, '/profile', 'get'), { 'x-permission': 'by-event' }),
    "get /api/v1/profile: tag it with a kind of record; by-event takes the permission's prefix from the tag",
  ],
  [
    'a missing 413',
    (it) => Reflect.deleteProperty(operation(it, '/countries', 'post').responses, '413'),
    'post /api/v1/countries: declare 413; it takes a JSON body',
  ],
  [
    'a missing 428',
    (it) => Reflect.deleteProperty(operation(it, '/countries/{id}', 'put').responses, '428'),
    'put /api/v1/countries/{id}: declare 428; it asks for If-Match',
  ],
  [
    'an answer 204',
    (it) => Object.assign(operation(it, '/profile', 'get').responses, { 204: { description: 'Nothing.' } }),
    'get /api/v1/profile: drop 204; a success without content answers 200 with the envelope',
  ],
  [
    'an answer out of the envelope',
    (it) => Object.assign(schema(it, 'DoneAnswer'), { required: ['code'] }),
    'post /api/v1/auth/logout: answer 200: require code, message and data',
  ],
  [
    'an example with another code',
    (it) =>
      Object.assign(it.components.responses.Done?.content?.['application/json'] ?? {}, { example: { code: 201 } }),
    'post /api/v1/auth/logout: answer 200: give it an example with code 200 (it has 201)',
  ],
  [
    'an event that leads nowhere',
    (it) => Object.assign(it['x-transitions'].activate ?? {}, { to: 'live' }),
    'activate: live is no Status',
  ],
  [
    'an event by a permission nobody knows',
    (it) => Object.assign(it['x-transitions'].approve ?? {}, { permission: 'approve' }),
    'approve: country:approve is no known permission',
  ],
  ['an event without transition', (it) => schema(it, 'Event').enum?.push('archive'), 'add archive to x-transitions'],
  ['a key without text', (it) => schema(it, 'ErrorKey').enum?.push('teapot'), 'teapot: write its text in en'],
  [
    'placeholders that differ',
    (it) => Object.assign(schema(it, 'Rule')['x-text']?.maxLength ?? {}, { en: 'Too long' }),
    'maxLength: use the same placeholders in both languages',
  ],
  [
    'a kind without label',
    (it) => Reflect.deleteProperty(it.tags.find(({ name }) => name === 'country') ?? {}, 'x-label'),
    'give the tag country an x-label in zh-CN and en',
  ],
  [
    'a kind without history',
    (it) => Reflect.deleteProperty(it.paths, '/api/v1/countries/{id}/history'),
    'country: add GET /api/v1/countries/{id}/history (history)',
  ],
  [
    'a list without page',
    (it) => operation(it, '/countries', 'get').parameters?.shift(),
    'country: let the list take page',
  ],
  [
    'an approval that needs an unknown field',
    (it) => schema(it, 'Country')['x-required-to-approve']?.push('anthem'),
    'country: x-required-to-approve names anthem, which the record does not have',
  ],
  [
    'a body that takes unknown fields',
    (it) => Reflect.deleteProperty(schema(it, 'CountryWrite'), 'additionalProperties'),
    'createCountry: set additionalProperties: false on the body',
  ],
  [
    'a pattern without hint',
    (it) => Reflect.deleteProperty(schema(it, 'CountryCode'), 'x-hint'),
    'components/schemas/CountryCode: x-hint: write its text in zh-CN',
  ],
  [
    'a reference to no kind',
    (it) => Object.assign(schema(it, 'CityReference'), { 'x-reference': 'town' }),
    'components/schemas/CityReference: x-reference names town, which is no kind of record',
  ],
  [
    'a rule between fields that has no text',
    (it) => Object.assign(ruleOf(it, 'CityWrite'), { rule: 'somewhere' }),
    'components/schemas/CityWrite: x-rules somewhere at cnCode: list it in Rule, with its texts',
  ],
  [
    'a rule between fields that are none',
    (it) => Object.assign(ruleOf(it, 'CityWrite'), { at: 'town', fields: ['land'] }),
    'components/schemas/CityWrite: x-rules chinaOnly at town: land is no field of this body',
  ],
  [
    'a rule whose text speaks of another field that it does not name',
    (it) => Object.assign(ruleOf(it, 'ProtocolWrite'), { other: { en: 'the first day' } }),
    'components/schemas/ProtocolWrite: x-rules notBefore at validTo: other: write its text in zh-CN',
  ],
  [
    'an extension with a value of no meaning',
    (it) => Object.assign(schema(it, 'Latitude'), { 'x-decimals': 'six' }),
    'components/schemas/Latitude: x-decimals is "six", which means nothing',
  ],
  [
    'a review that is none',
    (it) => Object.assign(it.tags.find(({ name }) => name === 'city') ?? {}, { 'x-review': 'third-person' }),
    'tag city: x-review third-person is no Review',
  ],
  [
    'a record without name or title',
    (it) => Reflect.deleteProperty(schema(it, 'Rate'), 'x-title'),
    'rate_board: give the record an x-title, as it has no name',
  ],
  [
    'a title of what a record does not hold',
    (it) => Object.assign(schema(it, 'Rate'), { 'x-title': '{base} {amount}' }),
    'rate_board: x-title names amount, which the record does not always have',
  ],
  [
    'a name without locales',
    (it) => schema(it, 'City').required?.splice(schema(it, 'City').required?.indexOf('locales') ?? 0, 1),
    'city: require locales on the record, beside its name',
  ],
];

function operation(contract: Contract, path: string, method: string): RawOperation {
  return contract.paths[`/api/v1${path}`]?.[method] as RawOperation; // Cast: under a method's name stands an operation.
}

function ruleOf(contract: Contract, name: string): object {
  return schema(contract, name)['x-rules']?.[0] ?? {};
}

function schema(contract: Contract, name: string): Schema {
  return resolve<Schema>(contract, { $ref: `#/components/schemas/${name}` });
}
