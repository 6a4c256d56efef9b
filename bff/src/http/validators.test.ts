import { describe, expect, test } from 'vitest';
import { allOperations, type Operation } from './contract.ts';
import { parameterValidator, toFieldProblems, validatorAt } from './validators.ts';

const findOperation = (id: string): Operation => {
  const found = allOperations.find((each) => each.id === id);
  if (!found) throw new Error(`no findOperation ${id}`);
  return found;
};
const bodyErrors = (id: string, body: unknown) => {
  const validate = validatorAt(findOperation(id).body ?? '');
  validate(body);
  return toFieldProblems(validate.errors).map(({ pointer, rule }) => `${pointer} ${rule}`);
};

describe('toFields', () => {
  const validBody = { code: 'QZ', name: 'x' };

  test.each<[string, object | null, string[]]>([
    ['missing members', {}, ['/code required', '/name required']],
    ['unknown members', { ...validBody, a: 1, 'b/c': 1 }, ['/a additionalProperties', '/b~1c additionalProperties']],
    ['a wrong type of a nullable member', { ...validBody, alpha3Code: 5 }, ['/alpha3Code type']],
    ['a wrong value of a nullable enum', { ...validBody, continent: 'XX' }, ['/continent enum']],
    ['an invalid language tag', { ...validBody, locales: { 'x/y': { name: 'a' } } }, ['/locales/x~1y propertyNames']],
    [
      'a place inside a list',
      { ...validBody, locales: { en: { name: 'a', aliases: ['b', ''] } } },
      ['/locales/en/aliases/1 minLength'],
    ],
    ['the first error of a field', { ...validBody, name: '' }, ['/name minLength']],
    ['the body itself', null, [' type']],
  ])('reports %s', (_, body, fields) => {
    expect(bodyErrors('createCountry', body)).toEqual(fields);
  });

  test('contains limit and hint as parameters', () => {
    const validate = validatorAt(findOperation('createCountry').body ?? '');
    validate({ code: 'C', name: 'x'.repeat(201) });
    const [code, name] = toFieldProblems(validate.errors, '/body');
    expect(code).toMatchObject({ pointer: '/body/code', parameters: { hint: { en: '2 letters' } } });
    expect(name).toMatchObject({ pointer: '/body/name', rule: 'maxLength', parameters: { limit: 200 } });
  });
});

describe('parametersOf', () => {
  test('coerces and fills in defaults', () => {
    const query = { page: '3', status: ['active'] };
    expect(parameterValidator(findOperation('listCountries'), 'query')(query)).toBe(true);
    expect(query).toEqual({ page: 3, pageSize: 20, status: ['active'] });
  });

  test('accepts only one value per parameter', () => {
    const validate = parameterValidator(findOperation('listCountries'), 'query');
    expect(validate({ page: ['1', '2'] })).toBe(false);
    expect(validate({ q: ['a'] })).toBe(false);
  });

  test('accepts unknown headers but no unknown query parameters', () => {
    expect(parameterValidator(findOperation('getCountry'), 'header')({ Whatever: '1' })).toBe(true);
    expect(parameterValidator(findOperation('getCountry'), 'query')({ whatever: '1' })).toBe(false);
  });
});
