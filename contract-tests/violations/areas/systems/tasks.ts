import { dropFields, dropQuery, inData, inItems, keepItems } from '../../kit/edits.ts';
import { ops } from '../../kit/operations.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const LIST = '#/paths/~1api~1v1~1tasks/get';
const TASK = '#/components/schemas/Task/properties';
const list = ops('listTasks');
const one = ops('getTask', 'createTask', 'listTasks');

const inTasks = (edit: (task: Data) => unknown) =>
  inData((data) => {
    for (const task of data.items ?? [data.task]) if (task) edit(task);
  });

export const taskViolations = violationsOf('tasks', [
  {
    id: 'tasks-kind-ignored',
    at: `${LIST}/parameters`,
    breaks: 'kind: tasks of this kind',
    on: list,
    request: dropQuery('kind'),
  },
  {
    id: 'tasks-status-ignored',
    at: `${LIST}/parameters`,
    breaks: 'status: tasks in this status',
    on: list,
    request: dropQuery('status'),
  },
  {
    id: 'tasks-counts-narrowed-by-status',
    at: `${LIST}/responses/200`,
    breaks: 'A page, with the number of tasks per status under all other filters.',
    on: list,
    response: inData((data, { query }) => {
      const status = query.get('status');
      if (status) data.counts = { [status]: data.counts[status] ?? 0 };
    }),
  },
  {
    id: 'tasks-lack-newest',
    at: LIST,
    breaks: 'Tasks, newest first.',
    on: list,
    response: inItems((items) => items.shift()),
  },
  {
    id: 'task-never-ends',
    at: '#/components/schemas/TaskStatus',
    breaks: 'TaskStatus: queued, running, done, failed, cancelled, as it is',
    on: one,
    response: inTasks((task) => task.status === 'done' && Object.assign(task, { status: 'running' })),
  },
  {
    id: 'task-end-time-missing',
    at: `${TASK}/endTime`,
    breaks: 'endTime: when it ended',
    on: one,
    response: inTasks((task) => Object.assign(task, { endTime: null })),
  },
  {
    id: 'task-result-missing',
    at: `${TASK}/result`,
    breaks: 'TaskResult: records, bytes, cursor …',
    on: one,
    response: inTasks((task) => Object.assign(task, { result: null })),
  },
  {
    id: 'task-file-not-marked',
    at: `${TASK}/hasFile`,
    breaks: 'hasFile: whether it made a file',
    on: one,
    response: inTasks((task) => Object.assign(task, { hasFile: false })),
  },
  {
    id: 'task-kinds-ignored',
    at: '#/components/schemas/TaskBody/properties/entities',
    breaks: 'Of a snapshot or a reindex; all kinds without it.',
    on: ops('createTask'),
    request: dropFields('entities'),
  },
  {
    id: 'task-created-by-system',
    at: `${TASK}/createdBy`,
    breaks: 'createdBy: who started it',
    on: one,
    response: inTasks((task) => Object.assign(task, { createdBy: 'system' })),
  },
  {
    id: 'same-task-started-twice',
    at: '#/paths/~1api~1v1~1tasks/post',
    breaks: '409 where the same one is queued or running (taskRunning).',
    on: ops('createTask', 'replayLane'),
    response: (answer) => {
      if (answer.key !== 'taskRunning') return;
      Object.assign(answer, { status: 202 });
      answer.json = { code: 202, message: 'Accepted', data: {} };
    },
  },
  {
    id: 'ended-task-cancelled',
    at: '#/paths/~1api~1v1~1tasks~1{id}~1cancel/post',
    breaks: 'Cancel a task that is queued or running (409 else).',
    on: ops('cancelTask', 'cancelBulkChange'),
    after: {
      when: ({ key }) => key === 'invalidTransition',
      run: async (_answer, call, { ask }) => ask(call.reading(call.path.replace('/cancel', ''))),
    },
  },
  {
    id: 'successful-task-retried',
    at: '#/paths/~1api~1v1~1tasks~1{id}~1retry/post',
    breaks: 'Queue a failed or cancelled task again (409 else).',
    on: ops('retryTask'),
    after: {
      when: ({ key }) => key === 'invalidTransition',
      run: async (_answer, call, { ask }) => ask(call.reading(call.path.replace('/retry', ''))),
    },
  },
  {
    id: 'cancelled-task-says-done',
    at: '#/components/schemas/TaskStatus',
    breaks: 'cancelled',
    on: ops('getTask', 'cancelTask', 'listTasks'),
    response: inTasks((task) => task.status === 'cancelled' && Object.assign(task, { status: 'done' })),
  },
  {
    id: 'task-progress-exceeds-total',
    at: `${TASK}/progress`,
    breaks: 'progress: of `total`',
    on: one,
    response: inTasks((task) => task.total && Object.assign(task, { progress: task.total * 2 })),
  },
  {
    id: 'tasks-hide-replays',
    at: LIST,
    breaks: 'Tasks (of every kind).',
    on: list,
    response: keepItems(({ kind }: Data) => kind === 'snapshot'),
  },
  {
    id: 'task-error-key-missing',
    at: `${TASK}/errorKey`,
    breaks: 'Null where it has not failed.',
    on: one,
    response: inTasks((task) => Object.assign(task, { errorKey: null, error: null })),
  },
  {
    id: 'task-stream-lacks-counts',
    at: '#/paths/~1api~1v1~1tasks~1events/get',
    breaks: 'each `data:` is `{items, counts}`',
    on: ops('streamTasks'),
    response: (answer) => {
      answer.text = answer.text.replace(/"counts":\{[^}]*\}/, '"counts":{}');
    },
  },
  {
    id: 'stream-sends-bare-json',
    at: '#/paths/~1api~1v1~1sync-status~1events/get',
    breaks: 'Server-sent events: each `data:` is the `data` of `GET /api/v1/sync-status`.',
    on: ops('streamSyncStatus', 'streamPresence', 'streamImport'),
    response: (answer) => {
      answer.text = answer.text.replace(/^data: /gm, '');
    },
  },
  {
    id: 'stream-wraps-envelope',
    at: '#/paths/~1api~1v1~1presence~1events/get',
    breaks: 'each `data:` is the `data` of `GET /api/v1/presence`',
    on: ops('streamPresence', 'streamImport', 'streamSyncStatus', 'streamTasks'),
    response: (answer) => {
      answer.text = answer.text.replace(/^data: (\{.*\})$/gm, 'data: {"code":200,"message":"OK","data":$1}');
    },
  },
]);
