import type { Schemas } from '../../src/http/contract.ts';
import type { Service } from './service.ts';

export type Country = Schemas['Country'];
export type CountryWrite = Schemas['CountryWrite'];

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const letterPairs = letters.flatMap((first) => letters.map((second) => first + second));
// Codes that ISO 3166-1 reserves for private use are taken first. Tests with many records need the others too.
const userAssignedCodes = letterPairs.filter((code) => /^(AA|Q[M-Z]|X[A-Z]|ZZ)$/.test(code));

/** Creates a client that creates countries and changes their status, each step as a demo account with the permission. */
export function createCountryClient({ as, db }: Service) {
  let unusedCodes: Promise<Iterator<string>> | undefined;
  const findUnusedCodes = async () => {
    const existingCodes = new Set(await db('country').pluck('code'));
    return new Set([...userAssignedCodes, ...letterPairs].filter((code) => !existingCodes.has(code))).values();
  };
  const freeCode = async (): Promise<string> => {
    unusedCodes ??= findUnusedCodes();
    return (await unusedCodes).next().value;
  };

  const countryBody = async (fields: Partial<CountryWrite> = {}): Promise<CountryWrite> => {
    const code = fields.code ?? (await freeCode());
    return { code, name: `Country ${code}`, alpha3Code: `${code}X`, continent: 'AS', locales: {}, ...fields };
  };
  /** Creates a country as the editor. */
  const createPending = async (fields?: Partial<CountryWrite>): Promise<Country> => {
    const body = await countryBody(fields);
    return (await (await as('editor')).ok('createCountry', { body }, 201)).record;
  };
  const transition = async ({ id, version }: Country, event: Schemas['Event'], reason?: string): Promise<Country> => {
    const client = await as(event === 'resubmit' ? 'editor' : 'reviewer');
    const body = { event, ...(reason ? { reason } : {}) };
    return (await client.ok('transitionCountry', { path: { id }, ifMatch: version, body })).record;
  };
  const createApproved = async (fields?: Partial<CountryWrite>) => transition(await createPending(fields), 'approve');
  const createActive = async (fields?: Partial<CountryWrite>) => transition(await createApproved(fields), 'activate');
  const createInactive = async (fields?: Partial<CountryWrite>) => transition(await createActive(fields), 'deactivate');
  const createRejected = async (fields?: Partial<CountryWrite>) =>
    transition(await createPending(fields), 'reject', 'not so');
  const create = { createPending, createApproved, createActive, createInactive, createRejected };
  const createInStatus = {
    pending: createPending,
    approved: createApproved,
    active: createActive,
    inactive: createInactive,
    rejected: createRejected,
  };

  const get = async (id: number): Promise<Country> =>
    (await (await as('viewer')).ok('getCountry', { path: { id } })).record;
  return { freeCode, countryBody, transition, get, ...create, createInStatus };
}

/** Returns the body of an update, which has the record's editable fields with `changes`. */
export const bodyFrom = (country: Country, changes: Partial<CountryWrite> = {}): CountryWrite => {
  const { code, name, alpha3Code, continent, region, currency, symbol, locales } = country;
  return { code, name, alpha3Code, continent, region, currency, symbol, locales, ...changes };
};
