import { airline } from './airline.ts';
import { airport } from './airport.ts';
import { cabin } from './cabin.ts';
import { city } from './city.ts';
import { country } from './country.ts';
import { demoUsers } from './demo-users.ts';
import type { EntitySeed } from './entity-seed.ts';
import { eurailStation } from './eurail-station.ts';
import { protocol } from './protocol.ts';
import { rateBoard } from './rate-board.ts';
import { roles } from './roles.ts';
import type { Seed } from './seed.ts';
import { trainStation } from './train-station.ts';

/** The records of the starter set in the order of insertion: referenced kinds first. */
export const entitySeeds: EntitySeed[] = [
  country,
  city,
  airline,
  cabin,
  protocol,
  airport,
  rateBoard,
  eurailStation,
  trainStation,
];

/** The starter set in the order of insertion. */
export const seeds: Seed[] = [roles, demoUsers, ...entitySeeds];
