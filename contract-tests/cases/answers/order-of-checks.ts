import assert from 'node:assert/strict';
import type { EntityVerb } from '../../contract/entities.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import type { RecordState } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { changedBody } from '../../suite/values/changed-body.ts';

/** A request that the state of its record or proposal refuses with 409. */
interface Refused {
  verb: EntityVerb;
  name: string;
  role: string;
  state: RecordState;
  author?: string;
  /** The version in `If-Match` is that of the proposal. */
  ofProposal?: boolean;
  body?(context: CaseContext): object;
}

const needsSecondPerson: Refused[] = [
  { verb: 'update', name: 'somebody else’s proposal', role: 'admin', state: 'update proposed', body: changed },
  { verb: 'remove', name: 'somebody else’s proposal', role: 'admin', state: 'update proposed' },
  {
    verb: 'transition',
    name: 'the caller’s own work',
    role: 'admin',
    state: 'pending',
    author: 'admin',
    body: () => ({ event: 'approve' }),
  },
  {
    verb: 'decide',
    name: 'the caller’s own work',
    role: 'admin',
    state: 'update proposed',
    author: 'admin',
    ofProposal: true,
    body: () => ({ decision: 'approve' }),
  },
];

const refusedByStatus: Refused = {
  verb: 'transition',
  name: 'a status that the event is not for',
  role: 'reviewer',
  state: 'pending',
  body: () => ({ event: 'activate' }),
};

function changed({ entity, record }: CaseContext): object {
  return changedBody(entity, record, 3);
}

/** Tests that the version of a record is checked before its state: 428 and 412 come before 409. */
export function orderOfCheckCases(entity: TestedEntity): Case[] {
  const refused = entity.review === 'none' ? [refusedByStatus] : [refusedByStatus, ...needsSecondPerson];
  return refused.flatMap(({ verb, name, role, state, author, ofProposal, body }): Case[] => {
    const base = {
      entity,
      operationId: entity.operations[verb].id,
      needs: { role, recordState: state, leavesRecordUnchanged: true, ...(author && { author }) },
      passage: '#/info/description',
    };
    const inputOf = (context: CaseContext) => ({
      params: { id: context.record.id },
      ...(body && { body: body(context) }),
    });
    return [
      {
        ...base,
        name: `asks for a version before it looks at ${name}`,
        request: inputOf,
        expect: { status: 428, key: 'preconditionRequired' },
      },
      {
        ...base,
        name: `refuses another version before it looks at ${name}`,
        request: (context) => {
          const { version } = ofProposal ? context.proposal : context.record;
          return { ...inputOf(context), version: version + 1 };
        },
        expect: {
          status: 412,
          key: 'versionConflict',
          check: ({ data }, context) =>
            assert.equal(data.current?.version, (ofProposal ? context.proposal : context.record).version),
        },
      },
    ];
  });
}
