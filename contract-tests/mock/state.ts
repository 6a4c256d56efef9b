import { operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { preferencesHandlers } from './accounts/preferences.ts';
import { roleHandlers } from './accounts/roles.ts';
import { sessionHandlers } from './accounts/session.ts';
import { userHandlers } from './accounts/users.ts';
import { viewHandlers } from './accounts/views.ts';
import { dataLogHandlers } from './cross-entity/data-log.ts';
import { overviewHandlers } from './cross-entity/overview.ts';
import { presenceHandlers } from './cross-entity/presence.ts';
import { reviewHandlers } from './cross-entity/reviews.ts';
import { searchHandlers } from './cross-entity/search.ts';
import type { MockData } from './data.ts';
import { exampleAnswer, exampleFile } from './examples.ts';
import { kindsOf } from './kinds.ts';
import { bulkChangeHandlers } from './records/bulk.ts';
import { recordHandlers } from './records/handlers.ts';
import { RecordStore } from './records/store.ts';
import { type Handlers, idIn, type MockAnswer, type MockRequest, ok } from './request.ts';
import { createRoutes } from './routes.ts';
import { adaptRecords, starterData } from './starter-set.ts';

export interface State {
  data: MockData;
  /** The ids of the operations that the mock remembers; the others answer the contract's examples. */
  remembered: string[];
  answer(request: MockRequest): MockAnswer;
}

/** Creates what answers operations. With the data of an earlier state it goes on from there, under the contract of today. */
export function createState(contract: Contract, earlierData?: MockData): State {
  const kinds = kindsOf(contract);
  const data = earlierData ?? starterData(kinds);
  if (earlierData) adaptRecords(data, kinds);
  const store = new RecordStore(kinds, data);
  const permissionNames = contract.components.schemas.PermissionName?.enum ?? [];
  const handlers: Handlers = {
    ...sessionHandlers(data, permissionNames, createRoutes(contract)),
    ...preferencesHandlers(data),
    ...viewHandlers(data),
    ...userHandlers(data, contract),
    ...roleHandlers(data, contract, permissionNames),
    ...recordHandlers(store, contract),
    ...bulkChangeHandlers(store),
    ...dataLogHandlers(store),
    ...overviewHandlers(store),
    ...presenceHandlers(store),
    ...reviewHandlers(store),
    ...searchHandlers(store),
    getAuthOptions: () => ok({ demoAccounts: demoAccountsOf(data), registration: true, passwordMinLength: 10 }),
  };
  const known = new Set(operationsOf(contract).map(({ id }) => id));
  return {
    data,
    remembered: Object.keys(handlers).filter((id) => known.has(id)),
    answer: (request) => {
      const { operation } = request;
      if (operation.id === 'getTask') return taskAnswer(data, request);
      return handlers[operation.id]?.(request) ?? exampleFile(operation) ?? exampleAnswer(operation);
    },
  };
}

const demoAccountsOf = ({ accounts }: MockData) =>
  accounts.flatMap(({ username, password, createdBy }) =>
    createdBy === 'system' && password !== null ? [{ username, password }] : [],
  );

/** Returns the example of a task, or the task of an action on many records, which has ended. */
function taskAnswer(data: MockData, request: MockRequest): MockAnswer {
  const example = exampleAnswer(request.operation);
  const bulkChange = data.bulkChanges.find(({ id }) => id === idIn(request));
  if (!bulkChange) return example;
  const { task } = example.data as { task: object }; // Cast: the example of an answer with a task.
  return ok({ task: { ...task, id: bulkChange.id, status: 'done' } });
}
