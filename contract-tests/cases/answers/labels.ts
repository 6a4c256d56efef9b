import assert from 'node:assert/strict';
import type { EntityVerb } from '../../contract/entities.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { assertLabelled } from '../../suite/records/labels.ts';
import { type RecordState, requireRecord, versionedTarget } from '../../suite/records/records.ts';
import { type Body, type TestedEntity, uniqueValues } from '../../suite/records/tested-entity.ts';
import type { ApiResponse, RequestInput } from '../../suite/requests/client.ts';
import type { BulkOutcomeData, ChangeData, ResponseData } from '../../suite/requests/response-data.ts';

interface Answer {
  verb: EntityVerb;
  name: string;
  state?: RecordState;
  role: string;
  status: number;
  request(context: CaseContext): Promise<RequestInput>;
  /** The data with the labels, and all that refers to records. */
  holders(data: ResponseData): (object | null | undefined)[];
  labels?(data: ResponseData): ResponseData['labels'];
}

/** Tests that each answer with a record names what the record, its earlier versions or its proposal refer to. */
export function labelCases(entity: TestedEntity): Case[] {
  const topLevel = entity.references.filter(({ path, target }) => path.length === 1 && target !== entity.tag);
  const reference = topLevel.find(({ target }) => target === 'city') ?? topLevel[0];
  if (!reference) return [];
  const [field = ''] = reference.path;
  /** Returns a body that refers to another record than the example does. */
  const otherBody = async ({ backend, records }: CaseContext): Promise<Body> => {
    const other = await backend.referenceTargets.findOrCreateOther(reference.target, entity.example[field], records);
    return backend.referenceTargets.bodyReferringTo(entity, reference, other, records);
  };
  /** Returns the change of the case’s record that refers to another one. */
  const otherReference = async (context: CaseContext): Promise<RequestInput> => {
    const body = { ...(await otherBody(context)), ...uniqueValues(entity, context.record) };
    return { ...versionedTarget(context.record), body };
  };
  const change = async (context: CaseContext) => requireRecord((await update(context)).data.record);
  const update = async (context: CaseContext): Promise<ApiResponse> =>
    context.call('update', 'editor', await otherReference(context));
  const record = ({ record: found }: ResponseData) => [found];
  const written = { state: 'pending', role: 'editor', status: 200, holders: record } as const;
  const reviewed: Answer[] = [
    {
      verb: 'update',
      name: 'names what a record refers to, and what it would by the change',
      state: 'active',
      role: 'editor',
      status: 202,
      request: otherReference,
      holders: ({ record: found, proposal }) => [found, proposal?.after],
    },
    {
      verb: 'proposal',
      name: 'names what a record would refer to by the change',
      state: 'active',
      role: 'viewer',
      status: 200,
      request: async (context) => {
        await update(context);
        return { params: { id: context.record.id } };
      },
      holders: ({ proposal }) => [proposal?.after],
    },
    {
      verb: 'decide',
      name: 'names what a record refers to by the change',
      state: 'active',
      role: 'reviewer',
      status: 200,
      request: async (context) => {
        const { data } = await update(context);
        const version = data.proposal?.version ?? 0;
        return { params: { id: context.record.id }, version, body: { decision: 'approve' } };
      },
      holders: record,
    },
  ];
  const answers: Answer[] = [
    {
      verb: 'create',
      name: 'names what a new record refers to',
      role: 'editor',
      status: 201,
      request: async (context) => ({ body: await otherBody(context) }),
      holders: record,
    },
    { ...written, verb: 'update', name: 'names what a changed record refers to', request: otherReference },
    {
      ...written,
      verb: 'restore',
      name: 'names what a restored record refers to',
      request: async (context) => ({ ...versionedTarget(await change(context)), body: { version: 1 } }),
    },
    {
      ...written,
      verb: 'transition',
      name: 'names what a record in another status refers to',
      role: 'reviewer',
      request: async (context) => ({
        ...versionedTarget(context.record),
        body: { event: 'reject', reason: 'a reason' },
      }),
    },
    {
      ...written,
      verb: 'bulk',
      name: 'names what each of many records refers to',
      role: 'reviewer',
      request: async ({ record: { id, version } }) => ({ body: { action: 'approve', items: [{ id, version }] } }),
      holders: (data) => [outcomeIn(data)?.record],
      labels: (data) => outcomeIn(data)?.labels,
    },
    {
      ...written,
      verb: 'history',
      name: 'names what a record refers to, and what it did before',
      role: 'viewer',
      request: async (context) => {
        await change(context);
        return { params: { id: context.record.id } };
      },
      holders: ({ items }) => (items as ChangeData[]).flatMap(({ before, after }) => [before, after]), // Cast: validated before.
    },
    ...(entity.review === 'none' ? [] : reviewed),
  ];
  return answers.map(({ verb, name, state, role, status, request, holders, labels = (data) => data.labels }) => ({
    entity,
    operationId: entity.operations[verb].id,
    name,
    needs: { role, ...(state && { recordState: state }) },
    request,
    expect: {
      status,
      check: async ({ data }, { backend }) => {
        const found = holders(data);
        assert.ok(found.some(Boolean), 'there is a record');
        await assertLabelled(backend, entity, labels(data), found);
      },
    },
  }));
}

const outcomeIn = ({ items }: ResponseData) => (items as BulkOutcomeData[])[0]?.data; // Cast: validated before.
