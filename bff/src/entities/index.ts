import { airline } from './airline.ts';
import { airport } from './airport.ts';
import { cabin } from './cabin.ts';
import { city } from './city.ts';
import { country } from './country.ts';
import { eurailStation } from './eurail-station.ts';
import { protocol } from './protocol.ts';
import { rateBoard } from './rate-board.ts';
import { trainStation } from './train-station.ts';

/** All entities; a new one needs its own file and an entry here. */
export const entities = [
  country,
  city,
  airport,
  airline,
  cabin,
  protocol,
  rateBoard,
  trainStation,
  eurailStation,
] as const;
