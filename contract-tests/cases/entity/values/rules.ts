import assert from 'node:assert/strict';
import { fillPlaceholders, languages } from '../../../contract/texts.ts';
import type { Contract, FieldRule } from '../../../contract/types.ts';
import type { Case } from '../../../suite/case.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import { ruleBreakerFor } from '../../../suite/values/break-rule.ts';

/** Violates each rule between fields once in each language. */
export function ruleCases(entity: TestedEntity, contract: Contract): Case[] {
  return entity.rules.flatMap((rule) => languages.map((language) => ruleCase(entity, contract, rule, language)));
}

function ruleCase(entity: TestedEntity, contract: Contract, rule: FieldRule, language: 'zh-CN' | 'en'): Case {
  const breakIt = ruleBreakerFor(rule);
  const text = contract.components.schemas.Rule?.['x-text']?.[rule.rule]?.[language] ?? '';
  const message = fillPlaceholders(text, { other: rule.other?.[language] ?? '' });
  return {
    entity,
    operationId: entity.operations.create.id,
    name: `enforces ${rule.rule} of ${rule.at} with ${rule.fields.join(', ')}, in ${language}`,
    needs: { role: 'editor' },
    request: async (context) => ({ language, body: await breakIt(await context.freshBody(), rule, context) }),
    expect: {
      status: 422,
      key: 'validationError',
      fields: [`/${rule.at} ${rule.rule}`],
      check: ({ data }) => {
        const fieldError = data.fields?.find((field) => field.pointer === `/${rule.at}` && field.rule === rule.rule);
        assert.equal(fieldError?.message, message);
      },
    },
  };
}
