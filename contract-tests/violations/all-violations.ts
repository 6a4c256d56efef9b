import { accountViolations } from './areas/access/accounts.ts';
import { permissionViolations } from './areas/access/permissions.ts';
import { roleViolations } from './areas/access/roles.ts';
import { sessionViolations } from './areas/access/sessions.ts';
import { settingsViolations } from './areas/access/settings.ts';
import { userViolations } from './areas/access/users.ts';
import { headerViolations } from './areas/answers/headers.ts';
import { messageViolations } from './areas/answers/messages.ts';
import { schemaViolations } from './areas/answers/schema.ts';
import { timeViolations } from './areas/answers/times.ts';
import { contentViolations } from './areas/lists/contents.ts';
import { filterViolations } from './areas/lists/filters.ts';
import { pageViolations } from './areas/lists/pages.ts';
import { searchViolations } from './areas/lists/search.ts';
import { workViolations } from './areas/lists/work.ts';
import { historyViolations } from './areas/records/history.ts';
import { proposalViolations } from './areas/records/proposals.ts';
import { reviewViolations } from './areas/records/review.ts';
import { ruleViolations } from './areas/records/rules.ts';
import { versionViolations } from './areas/records/versions.ts';
import { writeViolations } from './areas/records/writes.ts';
import { bulkViolations } from './areas/systems/bulk.ts';
import { dataLogViolations } from './areas/systems/data-log.ts';
import { deliveryViolations } from './areas/systems/deliveries.ts';
import { exportViolations } from './areas/systems/exports.ts';
import { feedViolations } from './areas/systems/feed.ts';
import { importViolations } from './areas/systems/imports.ts';
import { personalViolations } from './areas/systems/personal.ts';
import { rateViolations } from './areas/systems/rates.ts';
import { subscriberViolations } from './areas/systems/subscribers.ts';
import { taskViolations } from './areas/systems/tasks.ts';
import type { Violation } from './kit/violation.ts';

export const allViolations: Violation[] = [
  ...schemaViolations,
  ...headerViolations,
  ...timeViolations,
  ...messageViolations,
  ...pageViolations,
  ...filterViolations,
  ...contentViolations,
  ...searchViolations,
  ...workViolations,
  ...writeViolations,
  ...ruleViolations,
  ...versionViolations,
  ...reviewViolations,
  ...proposalViolations,
  ...historyViolations,
  ...permissionViolations,
  ...sessionViolations,
  ...accountViolations,
  ...userViolations,
  ...roleViolations,
  ...settingsViolations,
  ...exportViolations,
  ...dataLogViolations,
  ...feedViolations,
  ...deliveryViolations,
  ...subscriberViolations,
  ...taskViolations,
  ...importViolations,
  ...bulkViolations,
  ...rateViolations,
  ...personalViolations,
];
