import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { TaskFailure } from '#tasks/kinds.ts';

/** A reference rate against the euro. */
export interface EuroRate {
  /** `YYYY-MM-DD` */
  day: string;
  currency: string;
  /** How many of it a euro is worth, as it is written. */
  rate: string;
}

interface Cube {
  time?: unknown;
  currency?: unknown;
  rate?: unknown;
  Cube?: Cube[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

/** The rates in the form of the European Central Bank, of a day or of several; a failure that says what is wrong. */
export function readRates(xml: string): EuroRate[] {
  // neither has a place in it, and what cannot be declared cannot be expanded
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new TaskFailure('sourceUnreadable', 'The source answers a page, or XML with a document type.');
  const wellFormed = XMLValidator.validate(xml);
  if (wellFormed !== true)
    throw new TaskFailure('sourceUnreadable', `The source answers no XML: ${wellFormed.err.msg}`);
  // whatever else it holds is undefined there
  const outer = (parser.parse(xml) as { Envelope?: Cube }).Envelope?.Cube?.[0];
  const rates = (outer?.Cube ?? []).flatMap(({ time, Cube = [] }) =>
    Cube.map(({ currency, rate }) => ({ day: String(time), currency: String(currency), rate: String(rate) })),
  );
  if (rates.length === 0) throw new TaskFailure('sourceUnreadable', 'The source answers XML without rates.');
  const odd = rates.find((rate) => !isSound(rate));
  if (odd)
    throw new TaskFailure('sourceUnreadable', `The source answers an odd rate: ${JSON.stringify(odd).slice(0, 200)}`);
  return rates;
}

const isSound = ({ day, currency, rate }: EuroRate) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  /^[A-Z]{3}$/.test(currency) &&
  /^\d{1,10}(\.\d{1,10})?$/.test(rate) &&
  Number(rate) > 0;
