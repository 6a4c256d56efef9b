import { resolve } from '../contract/contract.ts';
import type { Contract, RawOperation, Schema } from '../contract/types.ts';

/** Ways to break the contract, each with the fault that the rules must report. */
export const brokenContracts: [string, (contract: Contract) => void, string][] = [
  [
    'an operation without operationId',
    (contract) => Reflect.deleteProperty(operation(contract, '/countries', 'get'), 'operationId'),
    'get /api/v1/countries: give it an operationId',
  ],
  [
    'an operation without a Chinese summary',
    (contract) => Reflect.deleteProperty(operation(contract, '/countries', 'get'), 'x-summary'),
    'get /api/v1/countries: x-summary: write its summary in zh-CN',
  ],
  [
    'an operation with two tags',
    (contract) => operation(contract, '/countries', 'get').tags?.push('work'),
    'get /api/v1/countries: give it exactly one tag',
  ],
  [
    'an operation without permission',
    (contract) => Reflect.deleteProperty(operation(contract, '/countries', 'post'), 'x-permission'),
    'post /api/v1/countries: add x-permission: a permission, signed-in or by-event; or `security: []`',
  ],
  [
    'an unknown permission',
    (contract) => Object.assign(operation(contract, '/countries', 'post'), { 'x-permission': 'country:write' }),
    "post /api/v1/countries: x-permission 'country:write' is not a known permission; use signed-in, by-event or a known name",
  ],
  [
    'an entity without a permission in PermissionName',
    (contract) => schema(contract, 'PermissionName').enum?.splice(4, 1),
    'add country:review to the enum of PermissionName',
  ],
  [
    'a setting without a description',
    (contract) => Reflect.deleteProperty(schema(contract, 'Settings').properties?.sessionHours ?? {}, 'x-about'),
    'sessionHours: x-about: write its text in zh-CN',
  ],
  [
    'a setting without a default',
    (contract) => Reflect.deleteProperty(schema(contract, 'Settings').properties?.sessionHours ?? {}, 'x-default'),
    'sessionHours: give it an x-default',
  ],
  [
    'an entity without a review setting',
    (contract) => Reflect.deleteProperty(schema(contract, 'Settings').properties?.review?.properties ?? {}, 'city'),
    'add city to the properties of review',
  ],
  [
    'a public operation with a permission',
    (contract) => Object.assign(operation(contract, '/auth/login', 'post'), { 'x-permission': 'signed-in' }),
    'post /api/v1/auth/login: remove x-permission; `security: []` says that anyone may call it',
  ],
  [
    'by-event on an operation that is not about a record',
    (contract) => Object.assign(operation(contract, '/profile', 'get'), { 'x-permission': 'by-event' }),
    "get /api/v1/profile: tag it with an entity; by-event takes the permission's prefix from the tag",
  ],
  [
    'a missing 413',
    (contract) => Reflect.deleteProperty(operation(contract, '/countries', 'post').responses, '413'),
    'post /api/v1/countries: declare 413; it has a JSON body',
  ],
  [
    'a missing 428',
    (contract) => Reflect.deleteProperty(operation(contract, '/countries/{id}', 'put').responses, '428'),
    'put /api/v1/countries/{id}: declare 428; it requires If-Match',
  ],
  [
    'a response 204',
    (contract) => Object.assign(operation(contract, '/profile', 'get').responses, { 204: { description: 'Nothing.' } }),
    'get /api/v1/profile: replace 204 by 200 with the envelope, also without content',
  ],
  [
    'a response without the envelope',
    (contract) => Object.assign(schema(contract, 'DoneAnswer'), { required: ['code'] }),
    'post /api/v1/auth/logout: response 200: require code, message and data',
  ],
  [
    'an example whose code differs from the status',
    (contract) =>
      Object.assign(contract.components.responses.Done?.content?.['application/json'] ?? {}, {
        example: { code: 201 },
      }),
    'post /api/v1/auth/logout: response 200: give it an example with code 200 (it has 201)',
  ],
  [
    'an event that leads to an unknown status',
    (contract) => Object.assign(contract['x-transitions'].activate ?? {}, { to: 'live' }),
    'activate: live is not a Status',
  ],
  [
    'an event with an unknown permission',
    (contract) => Object.assign(contract['x-transitions'].approve ?? {}, { permission: 'approve' }),
    'approve: country:approve is not a known permission',
  ],
  [
    'an event without a transition',
    (contract) => schema(contract, 'Event').enum?.push('archive'),
    'add archive to x-transitions',
  ],
  [
    'an error key without a text',
    (contract) => schema(contract, 'ErrorKey').enum?.push('teapot'),
    'teapot: write its text in en',
  ],
  [
    'different placeholders in the two languages',
    (contract) => Object.assign(schema(contract, 'Rule')['x-text']?.maxLength ?? {}, { en: 'Too long' }),
    'maxLength: use the same placeholders in both languages',
  ],
  [
    'an entity without a label',
    (contract) => Reflect.deleteProperty(contract.tags.find(({ name }) => name === 'country') ?? {}, 'x-label'),
    'give the tag country an x-label in zh-CN and en',
  ],
  [
    'an entity without a history operation',
    (contract) => Reflect.deleteProperty(contract.paths, '/api/v1/countries/{id}/history'),
    'country: add GET /api/v1/countries/{id}/history (history)',
  ],
  [
    'a list without the parameter page',
    (contract) => operation(contract, '/countries', 'get').parameters?.shift(),
    'country: add the parameter page to the list',
  ],
  [
    'an approval that needs an unknown field',
    (contract) => schema(contract, 'Country')['x-required-to-approve']?.push('anthem'),
    'country: x-required-to-approve names anthem, which the record does not have',
  ],
  [
    'a body that accepts unknown fields',
    (contract) => Reflect.deleteProperty(schema(contract, 'CountryWrite'), 'additionalProperties'),
    'createCountry: set additionalProperties: false on the body',
  ],
  [
    'a choice with null among its values',
    (contract) => Object.assign(schema(contract, 'Continent'), { enum: ['AF', null] }),
    "components/schemas/Continent: write oneOf with the enum and type 'null', as generators read no null in an enum",
  ],
  [
    'a property without a description',
    (contract) => Reflect.deleteProperty(schema(contract, 'Country').properties?.symbol ?? {}, 'description'),
    'components/schemas/Country/properties/symbol: write its description, or that of the schema it refers to',
  ],
  [
    'a property of a shared schema without a description',
    (contract) => Reflect.deleteProperty(schema(contract, 'Continent'), 'description'),
    'components/schemas/City/properties/continent: write its description, or that of the schema it refers to',
  ],
  [
    'a text that is cut off at its comma',
    (contract) => Object.assign(schema(contract, 'Continent'), { 'or its code.': null }),
    'components/schemas/Continent: quote the text before “or its code.”, as a comma ends it between braces',
  ],
  [
    'a pattern without a hint',
    (contract) => Reflect.deleteProperty(schema(contract, 'CountryCode'), 'x-hint'),
    'components/schemas/CountryCode: x-hint: write its text in zh-CN',
  ],
  [
    'a reference to an unknown entity',
    (contract) => Object.assign(schema(contract, 'CityReference'), { 'x-reference': 'town' }),
    'components/schemas/CityReference: x-reference names town, which is not an entity',
  ],
  [
    'a rule between fields without a text',
    (contract) => Object.assign(ruleOf(contract, 'CityWrite'), { rule: 'somewhere' }),
    'components/schemas/CityWrite: x-rules somewhere at cnCode: list it in Rule, with its texts',
  ],
  [
    'a rule between unknown fields',
    (contract) => Object.assign(ruleOf(contract, 'CityWrite'), { at: 'town', fields: ['land'] }),
    'components/schemas/CityWrite: x-rules chinaOnly at town: land is not a field of this body',
  ],
  [
    'a rule that does not name the other field in its text',
    (contract) => Object.assign(ruleOf(contract, 'ProtocolWrite'), { other: { en: 'the start date' } }),
    'components/schemas/ProtocolWrite: x-rules notBefore at validTo: other: write its text in zh-CN',
  ],
  [
    'an extension with an invalid value',
    (contract) => Object.assign(schema(contract, 'Latitude'), { 'x-decimals': 'six' }),
    'components/schemas/Latitude: x-decimals is "six", which is not a valid value',
  ],
  [
    'an unknown value of x-review',
    (contract) =>
      Object.assign(contract.tags.find(({ name }) => name === 'city') ?? {}, { 'x-review': 'third-person' }),
    'tag city: x-review third-person is not a Review',
  ],
  [
    'a record without a name or title',
    (contract) => Reflect.deleteProperty(schema(contract, 'Rate'), 'x-title'),
    'rate_board: give the record an x-title, as it has no name',
  ],
  [
    'a title with an unknown field',
    (contract) => Object.assign(schema(contract, 'Rate'), { 'x-title': '{base} {amount}' }),
    'rate_board: x-title names amount, which the record does not always have',
  ],
  [
    'a record with a name but without locales',
    (contract) =>
      schema(contract, 'City').required?.splice(schema(contract, 'City').required?.indexOf('locales') ?? 0, 1),
    'city: require locales on the record, beside its name',
  ],
];

function operation(contract: Contract, path: string, method: string): RawOperation {
  return contract.paths[`/api/v1${path}`]?.[method] as RawOperation; // Cast: members named after methods are operations.
}

function ruleOf(contract: Contract, name: string): object {
  return schema(contract, name)['x-rules']?.[0] ?? {};
}

function schema(contract: Contract, name: string): Schema {
  return resolve<Schema>(contract, { $ref: `#/components/schemas/${name}` });
}
