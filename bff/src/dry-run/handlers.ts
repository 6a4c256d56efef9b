import { transactRollingBack } from '#change-sets/release/release-set.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { assertMay } from '#http/caller.ts';
import type { OperationId, Schemas } from '#http/contract.ts';
import { type AnyRequest, type Handlers, typedHandlers } from '#http/operation-types.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { observeImpact, readReviewImpact, readSetImpact } from './impact.ts';
import { approveProposals, type RowOutcome, tryRows } from './try-rows.ts';

export type DryRunOperation<P extends string> = Extract<OperationId, `dryRun${P}`>;

/** Creates the handler that tries writes of an entity's records. */
export const dryRunHandlers = <S extends string, P extends string>(
  entity: Entity<S, P>,
  crud: CrudContext,
): Pick<Handlers, DryRunOperation<P>> =>
  typedHandlers({
    [`dryRun${entity.plural}`]: async ({ body, caller, language, traceId }: AnyRequest) => {
      // the cast: validated by the mount
      const { rows, impact: wantsImpact } = body as Schemas['DryRun'];
      assertVersioned(rows);
      const { outcomes, impact } = await transactRollingBack(crud, caller, async (trx) => {
        const trial = observeImpact(crud, trx);
        const tried = await tryRows(trial.crud, trx, entity, rows, caller);
        if (!wantsImpact) return { outcomes: tried, impact: undefined };
        await approveProposals(trial.crud, trx, entity, tried, caller);
        return { outcomes: tried, impact: await trial.describe(caller) };
      });
      const toRow = (outcome: RowOutcome): Schemas['DryRunRow'] => {
        if (!(outcome instanceof Problem)) return toWrittenRow(entity, outcome);
        const { status: code } = outcome;
        const refusal = { message: outcome.text(language), data: outcome.data(language, traceId) };
        return { code, ...refusal, changes: [], warnings: [] };
      };
      return { status: 200, data: { rows: outcomes.map(toRow), ...(impact && { impact }) } };
    },
  });

/** @throws Problem 422 for changes of records without the version on which they are based */
function assertVersioned(rows: Schemas['DryRun']['rows']): void {
  const problems = rows.flatMap(({ id, version }, at): FieldProblem[] =>
    id !== undefined && version === undefined ? [{ pointer: `/rows/${at}/version`, rule: 'required' }] : [],
  );
  if (problems.length > 0) throw invalid(...problems);
}

function toWrittenRow<S extends string, P extends string>(
  entity: Entity<S, P>,
  { code, changes, stored, proposal }: Exclude<RowOutcome, Problem>,
): Schemas['DryRunRow'] {
  const proposed = proposal?.after?.fields;
  return { code, changes, warnings: proposed ? (entity.warnings?.(proposed) ?? []) : stored.record.warnings };
}

/** Creates the handlers that read what a decision would touch. */
export const impactHandlers = (crud: CrudContext): Pick<Handlers, 'getChangeSetImpact' | 'getReviewImpact'> => ({
  getChangeSetImpact: async ({ path, caller }) => ({
    status: 200,
    data: { impact: await readSetImpact(crud, path.id, caller) },
  }),
  getReviewImpact: async ({ query: { entity, id }, caller }) => {
    assertMay(caller, `${entity}:read`);
    const impact = await readReviewImpact(crud, entity, id, caller);
    return { status: 200, data: impact ? { impact } : {} };
  },
});
