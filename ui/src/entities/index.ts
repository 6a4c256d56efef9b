import type { EntityUi } from '#crud/define-entity.ts';
import { airline } from './airline.tsx';
import { airport } from './airport/airport.tsx';
import { cabin } from './cabin.tsx';
import { city } from './city.tsx';
import { country } from './country.tsx';
import { eurailStation } from './eurail-station/eurail-station.tsx';
import { protocol } from './protocol/protocol.tsx';
import { rateBoard } from './rate-board/rate-board.tsx';
import { trainStation } from './train-station/train-station.tsx';

/** All entities, in the order of the menu. */
export const entities: readonly EntityUi[] = [
  country,
  city,
  airport,
  trainStation,
  eurailStation,
  airline,
  cabin,
  protocol,
  rateBoard,
];
