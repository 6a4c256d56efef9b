const recordEntities = [
  'country',
  'city',
  'airport',
  'train_station',
  'eurail_station',
  'airline',
  'cabin',
  'protocol',
  'rate_board',
];

function each(subjects: string[], ...actions: string[]): string[] {
  return subjects.flatMap((subject) => actions.map((action) => `${subject}:${action}`));
}

const viewer = [
  ...each(recordEntities, 'read'),
  ...each(['task', 'sync_status', 'data_log', 'data_subscriber'], 'read'),
];
const editor = [...viewer, ...each(recordEntities, 'create', 'update', 'delete', 'import', 'export')];
const reviewer = [...viewer, ...each(recordEntities, 'review')];

/** The role `admin` may do everything because of its name. The list is only for display. */
const admin = [
  ...each(recordEntities, 'read', 'create', 'update', 'delete', 'review', 'import', 'export'),
  ...each(['task'], 'read', 'run', 'cancel', 'retry'),
  ...each(['data_subscriber', 'user', 'role'], 'read', 'create', 'update', 'delete'),
  ...each(['sync_status'], 'read', 'replay'),
  ...each(['system_config'], 'read', 'update'),
  ...each(['data_log', 'user_log'], 'read', 'export'),
  ...each(['permission'], 'read'),
];

export const permissionsByRole = { admin, editor, reviewer, viewer };
