import { installation } from './0001-installation.ts';
import { changeLog } from './0002-change-log.ts';
import { review } from './0003-review.ts';
import { access } from './0004-access.ts';
import { country } from './0005-country.ts';
import { city } from './0006-city.ts';
import { airline } from './0007-airline.ts';
import { cabin } from './0008-cabin.ts';
import { protocol } from './0009-protocol.ts';
import { airport } from './0010-airport.ts';
import { rateBoard } from './0011-rate-board.ts';
import { eurailStation } from './0012-eurail-station.ts';
import { trainStation } from './0013-train-station.ts';
import { people } from './0014-people.ts';
import { propagation } from './0015-propagation.ts';
import { tasks } from './0016-tasks.ts';
import { imports } from './0017-imports.ts';
import { importReviews } from './0018-import-reviews.ts';
import { wholeNames } from './0019-whole-names.ts';
import { rowOutcomes } from './0020-row-outcomes.ts';
import { unsearchable } from './0021-unsearchable.ts';
import { contributors } from './0023-contributors.ts';
import { requiredMigrationColumn } from './0024-oldest-version.ts';
import { encryptedSecrets } from './0025-encrypted-secrets.ts';
import { searchKeyRenewals } from './0026-search-key-renewals.ts';
import { reviewNotices } from './0028-review-notices.ts';
import { correctedRows } from './0029-corrected-rows.ts';
import { confirmedAdministrators } from './0031-confirmed-administrators.ts';
import { stationCoordinates } from './0032-station-coordinates.ts';
import { longitudeKeys } from './0033-longitude-keys.ts';
import { updaterKeys } from './0034-updater-keys.ts';
import { savedViews } from './0035-saved-views.ts';
import { loggedTasks } from './0036-logged-tasks.ts';
import { userPreferences } from './0037-user-preferences.ts';
import { presence } from './0038-presence.ts';
import { bulkChanges } from './0039-bulk-changes.ts';
import { failedChanges } from './0040-failed-changes.ts';
import { listKeys } from './0041-list-keys.ts';
import { presenceForms } from './0042-presence-forms.ts';
import { servedLanes } from './0043-served-lanes.ts';
import { sampleTimes } from './0044-sample-times.ts';
import { feedEpoch } from './0045-feed-epoch.ts';
import { changeSets } from './0046-change-sets.ts';
import { changeSetItems } from './0047-change-set-items.ts';
import { filteredListKeys } from './0048-filtered-list-keys.ts';
import { loggedChangeSets } from './0049-logged-change-sets.ts';
import { itemCodes } from './0050-item-codes.ts';
import { setDueTimes } from './0051-set-due-times.ts';
import { pastStates } from './0052-past-states.ts';
import { overwritingReverts } from './0053-overwriting-reverts.ts';
import { importCounts } from './0054-import-counts.ts';
import { setActors } from './0055-set-actors.ts';
import { setSteps } from './0056-set-steps.ts';
import { approvedContributors } from './0057-approved-contributors.ts';
import { baseStatuses } from './0058-base-statuses.ts';
import { itemKeys } from './0059-item-keys.ts';
import { itemBases } from './0060-item-bases.ts';
import { itemChanges } from './0061-item-changes.ts';
import type { Migration } from './table.ts';

export { installation };

/** All migrations in order. Append new ones; never change or remove existing ones. */
export const migrations: Migration[] = [
  installation,
  changeLog,
  review,
  access,
  country,
  city,
  airline,
  cabin,
  protocol,
  airport,
  rateBoard,
  eurailStation,
  trainStation,
  people,
  propagation,
  tasks,
  imports,
  importReviews,
  wholeNames,
  rowOutcomes,
  unsearchable,
  contributors,
  requiredMigrationColumn,
  encryptedSecrets,
  searchKeyRenewals,
  reviewNotices,
  correctedRows,
  confirmedAdministrators,
  stationCoordinates,
  longitudeKeys,
  updaterKeys,
  savedViews,
  loggedTasks,
  userPreferences,
  presence,
  bulkChanges,
  failedChanges,
  listKeys,
  presenceForms,
  servedLanes,
  sampleTimes,
  feedEpoch,
  changeSets,
  changeSetItems,
  filteredListKeys,
  loggedChangeSets,
  itemCodes,
  setDueTimes,
  pastStates,
  overwritingReverts,
  importCounts,
  setActors,
  setSteps,
  approvedContributors,
  baseStatuses,
  itemKeys,
  itemBases,
  itemChanges,
];
