import type { entities } from '../../src/entities/index.ts';
import type { Schemas } from '../../src/http/contract.ts';

export type EntityName = (typeof entities)[number]['singular'];
export type WriteBody<K extends EntityName> = Schemas[`${K}Write`];
export type RecordOf<K extends EntityName> = Schemas[K];

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const letterPairs = letters.flatMap((first) => letters.map((second) => first + second));
const numbered = (prefix: string) => Array.from({ length: 500 }, (_, index) => `${prefix}${index + 1}`);

/** The codes for new records, of which tests take the first ones that are not in use. */
export const candidateCodes: Record<EntityName, string[]> = {
  Country: letterPairs.filter((code) => /^[QX]/.test(code)),
  City: numbered('CITY'),
  Airport: numbered('PORT-'),
  Airline: letterPairs,
  Cabin: letterPairs,
  Protocol: numbered('DEAL-'),
  Rate: numbered(''),
  TrainStation: letterPairs.map((code) => `Q${code}`),
  EurailStation: numbered('STOP-'),
};

const inBeijing = { latitude: 40.08, longitude: 116.58, timezone: 'Asia/Shanghai' };
const inBerlin = { latitude: 52.5, longitude: 13.4, timezone: 'Europe/Berlin' };

/** Functions that build a body with every field that a record needs for its approval. */
export const completeBodies: { [K in EntityName]: (code: string) => WriteBody<K> } = {
  Country: (code) => ({ code, name: `Country ${code}`, alpha3Code: `${code}X`, continent: 'AS' }),
  City: (code) => ({ code, name: `City ${code}`, country: 'CN' }),
  Airport: (code) => ({ code, name: `Airport ${code}`, country: 'CN', city: 'BJS', ...inBeijing }),
  Airline: (code) => ({ code, name: `Airline ${code}`, country: 'CN', type: 'FSC' }),
  Cabin: (code) => ({ code, name: `Cabin ${code}`, cabinClass: 'economy' }),
  Protocol: (code) => ({
    code,
    name: `Deal ${code}`,
    supplier: 'Supplier',
    type: 'other',
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
  }),
  Rate: (number) => ({
    base: 'GBP',
    quote: 'AUD',
    source: 'Test',
    unit: 1,
    middle: '1.5',
    quotedAt: new Date(Date.UTC(2020, 0, Number(number))).toISOString(),
  }),
  TrainStation: (telegraphCode) => ({ telegraphCode, name: `Station ${telegraphCode}`, city: 'BJS', ...inBeijing }),
  EurailStation: (code) => ({ code, name: `Stop ${code}`, country: 'DE', isMain: false, ...inBerlin }),
};
