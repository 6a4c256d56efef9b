import type { Schemas } from '../../src/http/contract.ts';
import type { Service } from './service.ts';

export type Country = Schemas['Country'];
export type CountryWrite = Schemas['CountryWrite'];

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
// what ISO 3166-1 leaves to its users comes first; the tests with many records take any code that is free
const userAssigned = pairs.filter((code) => /^(AA|Q[M-Z]|X[A-Z]|ZZ)$/.test(code));

/** What a test's country goes through on its way, each step by another of the demo accounts. */
export function countriesOf({ as, db }: Service) {
  let free: Promise<Iterator<string>> | undefined;
  const findFree = async () => {
    const taken = new Set(await db('country').pluck('code'));
    return new Set([...userAssigned, ...pairs].filter((code) => !taken.has(code))).values();
  };
  const freeCode = async (): Promise<string> => {
    free ??= findFree();
    return (await free).next().value;
  };

  const write = async (fields: Partial<CountryWrite> = {}): Promise<CountryWrite> => {
    const code = fields.code ?? (await freeCode());
    return { code, name: `Country ${code}`, alpha3Code: `${code}X`, continent: 'AS', locales: {}, ...fields };
  };
  /** Pending, written by the editor. */
  const pending = async (fields?: Partial<CountryWrite>): Promise<Country> => {
    const body = await write(fields);
    return (await (await as('editor')).ok('createCountry', { body }, 201)).record;
  };
  const move = async ({ id, version }: Country, event: Schemas['Event'], reason?: string): Promise<Country> => {
    const client = await as(event === 'resubmit' ? 'editor' : 'reviewer');
    const body = { event, ...(reason ? { reason } : {}) };
    return (await client.ok('transitionCountry', { path: { id }, ifMatch: version, body })).record;
  };
  const approved = async (fields?: Partial<CountryWrite>) => move(await pending(fields), 'approve');
  const active = async (fields?: Partial<CountryWrite>) => move(await approved(fields), 'activate');
  const inactive = async (fields?: Partial<CountryWrite>) => move(await active(fields), 'deactivate');
  const rejected = async (fields?: Partial<CountryWrite>) => move(await pending(fields), 'reject', 'not so');
  const inStatus = { pending, approved, active, inactive, rejected };

  const get = async (id: number): Promise<Country> =>
    (await (await as('viewer')).ok('getCountry', { path: { id } })).record;
  return { freeCode, write, move, get, ...inStatus, inStatus };
}

/** The fields that a person writes, to send them back with changes. */
export const fieldsOf = (country: Country, changes: Partial<CountryWrite> = {}): CountryWrite => {
  const { code, name, alpha3Code, continent, region, currency, symbol, locales } = country;
  return { code, name, alpha3Code, continent, region, currency, symbol, locales, ...changes };
};
