import type { Knex } from 'knex';
import type { Near } from '../airports.ts';
import { sampled } from '../sampled.ts';
import { get, type LoadCase } from './case.ts';
import { searchedTexts } from './searched-texts.ts';

const pageSize = 20;
const deepest = 1000;
const many = 200;
const few = 50;

/** Lists, searches and single records of airports near these places. */
export async function readCases(db: Knex, places: Near[]): Promise<LoadCase[]> {
  const { words, parts, chinese, initials, filters } = searchedTexts(places);
  const airports: { id: number; code: string }[] = await db('airport').orderBy('id').select('id', 'code');
  const page = Math.min(deepest, Math.floor(airports.length / pageSize));
  const search = (name: string, texts: string[]): LoadCase => ({
    name: `search-${name}`,
    goal: { atLeast: 0.5 },
    mostP50: 10,
    lanes: [sampled(texts, few).map((q) => get(`/airports?q=${encodeURIComponent(q)}`))],
  });
  return [
    { name: 'list', goal: { atLeast: 0.4 }, lanes: [[get('/airports')]] },
    { name: 'deep', goal: { atLeast: 0.75 }, lanes: [[get(`/airports?page=${page}&pageSize=${pageSize}`)]] },
    {
      name: 'filter',
      goal: { atLeast: 0.7 },
      lanes: [sampled(filters, few).map(({ country, name }) => get(`/airports?country=${country}&name=${name}`))],
    },
    search('word', words),
    search('part', parts),
    search('chinese', chinese),
    search('initials', initials),
    search(
      'code',
      sampled(airports, many).map(({ code }) => code),
    ),
    { name: 'get', goal: { atLeast: 0.35 }, lanes: [sampled(airports, many).map(({ id }) => get(`/airports/${id}`))] },
  ];
}
