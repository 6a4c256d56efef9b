import { createContext, use } from 'react';
import type { EntityUi } from './define-entity.ts';

/** The kinds of records, in the order of the menu: given from above, since only the frame knows them all. */
export const Kinds = createContext<readonly EntityUi[]>([]);

export const useKinds = () => use(Kinds);
