import { describe, expect, it } from 'vitest';
import {
  airportsWithCoordinates,
  applySuggestions,
  distanceTo,
  kilometres,
  listedAirportsOf,
  nearest,
  suggestChanges,
} from './nearby-airports.ts';

const station = { latitude: 39.863505, longitude: 116.372828 };
const pek = { code: 'PEK', name: 'Beijing Capital', latitude: 40.0799, longitude: 116.6031 };
const pkx = { code: 'PKX', name: 'Beijing Daxing', latitude: 39.509945, longitude: 116.41092 };
const pvg = { code: 'PVG', name: 'Shanghai Pudong', latitude: 31.1434, longitude: 121.805 };
const tsn = { code: 'TSN', name: 'Tianjin', latitude: 39.124401, longitude: 117.346001 };

it('measures to 100 m', () => expect(distanceTo(station, pek)).toBe(31));

it('ignores airports without coordinates', () => {
  const nay = { code: 'NAY', name: 'Beijing Nanyuan', latitude: null, longitude: null };
  expect(airportsWithCoordinates([pek, nay]).map(({ code }) => code)).toEqual(['PEK']);
});

it('returns the nearest first and none beyond 100 km', () => {
  expect(nearest(station, [pvg, tsn, pkx, pek]).map(({ airport }) => airport)).toEqual(['PEK', 'PKX']);
});

it('returns at most five', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ ...pek, code: `A${index}` }));
  expect(nearest(station, many)).toHaveLength(5);
});

describe('suggestions', () => {
  it('contain missing airports', () => {
    expect(suggestChanges([{ airport: 'PEK', distance: 31 }], station, [pek, pkx])).toEqual([
      { airport: 'PKX', distance: 39.4 },
    ]);
  });

  it('contain changed distances, also of distant airports', () => {
    expect(suggestChanges([{ airport: 'PVG', distance: 12 }], station, [pvg])).toEqual([
      { airport: 'PVG', distance: distanceTo(station, pvg) },
    ]);
    expect(suggestChanges([{ airport: 'PEK', distance: null }], station, [pek])).toEqual([
      { airport: 'PEK', distance: 31 },
    ]);
  });

  it('are empty for a complete list or without coordinates', () => {
    expect(suggestChanges([{ airport: 'PEK', distance: 31 }], station, [pek])).toEqual([]);
    expect(suggestChanges([{ airport: 'XXX', distance: 1 }], station, [])).toEqual([]);
    expect(suggestChanges([], null, [pek])).toEqual([]);
  });

  it('update airports in place and append new ones', () => {
    const listed = [
      { airport: 'PVG', distance: 1 },
      { airport: 'TSN', distance: 2 },
    ];
    const suggested = [
      { airport: 'PEK', distance: 31 },
      { airport: 'PVG', distance: 9 },
    ];
    expect(applySuggestions(listed, suggested)).toEqual([
      { airport: 'PVG', distance: 9 },
      { airport: 'TSN', distance: 2 },
      { airport: 'PEK', distance: 31 },
    ]);
  });
});

it('reads the airports of a record', () => {
  expect(listedAirportsOf(null)).toEqual([]);
  expect(kilometres(31)).toBe('31.0 km');
  expect(kilometres(null)).toBe('—');
});
