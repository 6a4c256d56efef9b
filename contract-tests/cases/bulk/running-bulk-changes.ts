import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { bulkChangeOf, waitForEnd } from '../../suite/features/bulk-changes.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { type ApiResponse, send } from '../../suite/requests/client.ts';
import { NotTried } from '../../suite/verdict.ts';

interface Running {
  id: number;
  status: string;
  endTime: string | null;
}

const changeIn = (response: Pick<ApiResponse, 'data'>) => bulkChangeOf(response) as unknown as Running; // Cast: validated.
/** How often two actions are started at the same time. Where the first always ends before the second, nothing is shown. */
const TRIES = 8;

/** Tests what holds while an action on all matches has not ended. None of these actions finds anything to change. */
export function runningBulkChangeCases(entities: TestedEntity[]): Case[] {
  return entities.filter(({ searchField }) => searchField === 'name').flatMap((entity) => [runningCase(entity)]);
}

function runningCase(entity: TestedEntity): Case {
  const { bulkMatching } = entity.operations;
  let token = '';
  let query: Record<string, string> = {};
  const body = { action: 'deactivate', total: 4 };
  const start = ({ backend }: CaseContext) => send(backend.address.url, bulkMatching, { query, body }, token);
  const listOwn = async ({ backend }: CaseContext): Promise<Running[]> =>
    (await backend.callWith(token, backend.operation('listBulkChanges'), {})).data.items as Running[]; // Cast: validated by its own cases.
  const reload = async ({ backend }: CaseContext, id: number) =>
    changeIn(await backend.callWith(token, backend.operation('getBulkChange'), { params: { id } }));
  return {
    entity,
    operationId: bulkMatching.id,
    name: 'refuses a second action of the caller on the kind while the first has not ended',
    equivalenceKey: 'bulkMatching: refuses a second action of the caller on the kind while the first has not ended',
    needs: { role: 'admin' },
    request: async (context) => {
      const name = `Q${randomBytes(5).toString('hex')}`;
      for (let count = 0; count < 4; count += 1)
        await context.records.create(entity, 'pending', 'editor', { ...(await context.freshBody()), name });
      query = { name };
      const permissions = [`${entity.tag}:read`, `${entity.tag}:review`];
      ({ token } = await context.backend.spareMember.withPermissions(...permissions));
      const headers = { authorization: `Bearer ${token}` };
      return { query, body, headers };
    },
    expect: {
      status: 202,
      check: async (response, context) => {
        let first = changeIn(response);
        for (let count = 0; count < TRIES; count += 1) {
          const [second, running] = await Promise.all([start(context), listOwn(context)]);
          if (second.status === 409) {
            assert.equal(second.data.key, 'taskRunning');
            assert.ok(
              running.every(({ endTime }) => endTime === null),
              'those that have ended are not listed',
            );
            await waitForEnd(context, first.id, 'admin');
            const next = await start(context);
            assert.equal(next.status, 202, 'the next one may start when the first has ended');
            await waitForEnd(context, changeIn(next).id, 'admin');
            assert.deepEqual(await listOwn(context), [], 'none is listed any more');
            return;
          }
          assert.equal(second.status, 202);
          // it was taken, so the first has to have ended before that
          assert.notEqual((await reload(context, first.id)).endTime, null, 'the first had ended');
          first = changeIn(second);
        }
        await waitForEnd(context, first.id, 'admin');
        throw new NotTried('each action ended before the next one could be started');
      },
    },
  };
}
