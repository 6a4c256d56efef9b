import type { Answer } from './answer.ts';
import type { Call, Data, Memory } from './call.ts';
import type { EditRequest, EditResponse } from './violation.ts';

type EditData = (data: Data, call: Call, memory: Memory, answer: Answer) => unknown;

/** Edits the data of successful JSON answers. */
export const inData =
  (edit: EditData): EditResponse =>
  (answer, call, memory) => {
    if (answer.succeeded && answer.data) edit(answer.data, call, memory, answer);
  };

/** Edits the record of an answer that has one. */
export const inRecord = (edit: EditData): EditResponse =>
  inData((data, call, memory, answer) => data.record && edit(data.record, call, memory, answer));

export const inProposal = (edit: EditData): EditResponse =>
  inData((data, call, memory, answer) => data.proposal && edit(data.proposal, call, memory, answer));

/** Edits the list of items of a page. */
export const inItems = (edit: EditData): EditResponse =>
  inData((data, call, memory, answer) => {
    if (Array.isArray(data.items) && data.items.length > 0) edit(data.items, call, memory, answer);
  });

export const inEachItem = (edit: (item: Data, call: Call) => unknown): EditResponse =>
  inItems((items, call) => {
    for (const item of items) edit(item, call);
  });

/** Edits records wherever answers have them: one, or those of a list. */
export const inEveryRecord = (edit: (record: Data, call: Call) => unknown): EditResponse =>
  inData((data, call) => {
    for (const record of [data.record, ...(Array.isArray(data.items) ? data.items : [])])
      if (record) edit(record, call);
  });

/** Edits the data of errors, by default of every key. */
export const inError =
  (edit: EditData, key?: string): EditResponse =>
  (answer, call, memory) => {
    if (!answer.succeeded && answer.data && (key === undefined || answer.key === key))
      edit(answer.data, call, memory, answer);
  };

/** Removes the items that a condition does not hold for, and counts them out of the total. */
export const keepItems = (isKept: (item: Data, call: Call) => boolean): EditResponse =>
  inItems((_items, call, _memory, answer) => {
    const { data } = answer;
    const kept = data.items.filter((item: Data) => isKept(item, call));
    if (typeof data.total === 'number') data.total -= data.items.length - kept.length;
    data.items = kept;
  });

export const dropLastItem: EditResponse = inItems((items) => items.pop());
export const repeatFirstItem: EditResponse = inItems((items) => items.push(structuredClone(items[0])));
export const reverseItems: EditResponse = inItems((items) => items.reverse());

export const status =
  (from: number, to: number, key?: string): EditResponse =>
  (answer) => {
    if (answer.status === from && (key === undefined || answer.key === key)) answer.setStatus(to);
  };

export const dropHeader =
  (name: string): EditResponse =>
  (answer) => {
    delete answer.headers[name];
  };

/** Edits a header of answers that have it. */
export const inHeader =
  (name: string, edit: (value: string, answer: Answer, call: Call) => string): EditResponse =>
  (answer, call) => {
    const value = answer.headers[name];
    if (value !== undefined) answer.headers[name] = edit(value, answer, call);
  };

export const dropQuery =
  (...names: string[]): EditRequest =>
  ({ query }) => {
    for (const name of names) query.delete(name);
  };

/** Edits a query parameter of requests that have it. */
export const inQuery =
  (name: string, edit: (value: string) => string): EditRequest =>
  ({ query }) => {
    const value = query.get(name);
    if (value !== null) query.set(name, edit(value));
  };

/** Edits the JSON body of a request. */
export const inBody =
  (edit: (body: Data, call: Call, memory: Memory) => unknown): EditRequest =>
  (call, memory) => {
    const body = call.json;
    if (body === null || typeof body !== 'object') return;
    edit(body, call, memory);
    call.json = body;
  };

export const dropFields = (...names: string[]): EditRequest =>
  inBody((body) => {
    for (const name of names) delete body[name];
  });

/** Shifts every time in a JSON value. */
export function mapTimes(value: Data, edit: (time: string) => Data): Data {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? edit(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((entry) => mapTimes(entry, edit));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapTimes(entry, edit)]));
}

export const inTimes =
  (edit: (time: string) => Data): EditResponse =>
  (answer) => {
    if (answer.data) answer.json.data = mapTimes(answer.data, edit);
  };

export const hoursLater = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString();
