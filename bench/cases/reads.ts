import type { Knex } from 'knex';
import { sampleEvenly } from '../measure/sample-evenly.ts';
import type { CityPosition } from '../samples/airports.ts';
import { getStep, type LoadCase } from './case.ts';
import { toSearchTexts } from './searched-texts.ts';

const pageSize = 20;
const deepPage = 1000;
const recordCount = 200;
const searchCount = 50;

/** Returns the cases that list, search and read airports. */
export async function readCases(db: Knex, places: CityPosition[]): Promise<LoadCase[]> {
  const { words, parts, chinese, initials, filters } = toSearchTexts(places);
  const airports: { id: number; code: string }[] = await db('airport').orderBy('id').select('id', 'code');
  const page = Math.min(deepPage, Math.floor(airports.length / pageSize));
  const search = (name: string, texts: string[]): LoadCase => ({
    name: `search-${name}`,
    goal: { atLeast: 0.5 },
    maxP50Ms: 10,
    requestSequences: [sampleEvenly(texts, searchCount).map((q) => getStep(`/airports?q=${encodeURIComponent(q)}`))],
  });
  return [
    { name: 'list', goal: { atLeast: 0.4 }, requestSequences: [[getStep('/airports')]] },
    {
      name: 'deep',
      goal: { atLeast: 0.75 },
      requestSequences: [[getStep(`/airports?page=${page}&pageSize=${pageSize}`)]],
    },
    {
      name: 'filter',
      goal: { atLeast: 0.7 },
      requestSequences: [
        sampleEvenly(filters, searchCount).map(({ country, name }) =>
          getStep(`/airports?country=${country}&name=${name}`),
        ),
      ],
    },
    search('word', words),
    search('part', parts),
    search('chinese', chinese),
    search('initials', initials),
    search(
      'code',
      sampleEvenly(airports, recordCount).map(({ code }) => code),
    ),
    {
      name: 'get',
      goal: { atLeast: 0.35 },
      requestSequences: [sampleEvenly(airports, recordCount).map(({ id }) => getStep(`/airports/${id}`))],
    },
  ];
}
