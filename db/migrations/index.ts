import { installation } from './0001-installation.ts';
import { changeLog } from './0002-change-log.ts';
import { review } from './0003-review.ts';
import { access } from './0004-access.ts';
import { country } from './0005-country.ts';
import type { Migration } from './table.ts';

export { installation };

/** In order, and only ever added to. */
export const migrations: Migration[] = [installation, changeLog, review, access, country];
