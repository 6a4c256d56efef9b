import assert from 'node:assert/strict';
import { fill, languages } from '../contract/texts.ts';
import type { Contract, FieldRule } from '../contract/types.ts';
import { ruleBreakerFor } from '../suite/break-rule.ts';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';

/** Breaks each rule between fields once in each language. */
export function ruleCases(kind: Kind, contract: Contract): Case[] {
  return kind.rules.flatMap((rule) => languages.map((language) => ruleCase(kind, contract, rule, language)));
}

function ruleCase(kind: Kind, contract: Contract, rule: FieldRule, language: 'zh-CN' | 'en'): Case {
  const breakIt = ruleBreakerFor(rule);
  const text = contract.components.schemas.Rule?.['x-text']?.[rule.rule]?.[language] ?? '';
  const message = fill(text, { other: rule.other?.[language] ?? '' });
  return {
    kind,
    operationId: kind.ops.create.id,
    name: `holds ${rule.at} to ${rule.rule} (${rule.fields.join(', ')}), in ${language}`,
    needs: { as: 'editor' },
    request: async (scene) => ({ language, body: await breakIt(await scene.freshBody(), rule, scene) }),
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
