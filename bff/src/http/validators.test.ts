import { describe, expect, test } from 'vitest';
import { allOperations, type Operation } from './contract.ts';
import { parameterValidator, toFieldProblems, validatorAt } from './validators.ts';

const operation = (id: string): Operation => {
  const found = allOperations.find((each) => each.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const bodyErrors = (id: string, body: unknown) => {
  const validate = validatorAt(operation(id).body ?? '');
  validate(body);
  return toFieldProblems(validate.errors).map(({ pointer, rule }) => `${pointer} ${rule}`);
};

describe('toFields', () => {
  const right = { code: 'QZ', name: 'x' };

  test.each<[string, object | null, string[]]>([
    ['what is missing', {}, ['/code required', '/name required']],
    ['what is unknown', { ...right, a: 1, 'b/c': 1 }, ['/a additionalProperties', '/b~1c additionalProperties']],
    ['a wrong type where null is allowed too', { ...right, alpha3Code: 5 }, ['/alpha3Code type']],
    ['a wrong word where null is allowed too', { ...right, continent: 'XX' }, ['/continent enum']],
    ['a language tag by itself', { ...right, locales: { 'x/y': { name: 'a' } } }, ['/locales/x~1y propertyNames']],
    [
      'a place inside a list',
      { ...right, locales: { en: { name: 'a', aliases: ['b', ''] } } },
      ['/locales/en/aliases/1 minLength'],
    ],
    ['the first error of a field', { ...right, name: '' }, ['/name minLength']],
    ['the body itself', null, [' type']],
  ])('tells %s', (_, body, fields) => {
    expect(bodyErrors('createCountry', body)).toEqual(fields);
  });

  test('carries limit and hint for the text', () => {
    const validate = validatorAt(operation('createCountry').body ?? '');
    validate({ code: 'C', name: 'x'.repeat(201) });
    const [code, name] = toFieldProblems(validate.errors, '/body');
    expect(code).toMatchObject({ pointer: '/body/code', parameters: { hint: { en: '2 letters' } } });
    expect(name).toMatchObject({ pointer: '/body/name', rule: 'maxLength', parameters: { limit: 200 } });
  });
});

describe('parametersOf', () => {
  test('coerces and fills in defaults', () => {
    const query = { page: '3', status: 'active' };
    expect(parameterValidator(operation('listCountries'), 'query')(query)).toBe(true);
    expect(query).toEqual({ page: 3, pageSize: 20, status: 'active' });
  });

  test('takes one value for a parameter, never a list', () => {
    const validate = parameterValidator(operation('listCountries'), 'query');
    expect(validate({ page: ['1', '2'] })).toBe(false);
    expect(validate({ q: ['a'] })).toBe(false);
  });

  test('takes unknown headers, but no unknown query', () => {
    expect(parameterValidator(operation('getCountry'), 'header')({ Whatever: '1' })).toBe(true);
    expect(parameterValidator(operation('getCountry'), 'query')({ whatever: '1' })).toBe(false);
  });
});
