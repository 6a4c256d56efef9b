import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { decisionErrorText, missingForApprovalText } from './decision-errors.ts';
import type { EntityUi } from './define-entity.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('core', 'frame'));

// The cast: the functions under test read only the key.
const entity = { key: 'country' } as EntityUi;
const problem = (rule: 'requiredToApprove' | 'pattern') =>
  new Problem({
    status: 422,
    code: 422,
    key: 'validationError',
    message: '有 1 处不符合要求',
    fields: [{ pointer: '/continent', rule, message: '' }],
  });

describe('fields missing for approval', () => {
  it('are named if null, empty or absent', () => {
    expect(missingForApprovalText(entity, { alpha3Code: '', continent: null })).toBe('审核前还须填写：三字码、大洲');
    expect(missingForApprovalText(entity, { alpha3Code: 'AAA' })).toBe('审核前还须填写：大洲');
  });

  it('are undefined if none is missing', () => {
    expect(missingForApprovalText(entity, { alpha3Code: 'AAA', continent: 'AS' })).toBeUndefined();
  });

  it('replace the message of a validation error that only counts them', () => {
    expect(decisionErrorText(problem('requiredToApprove'))).toBe('审核前还须填写：大洲');
    expect(decisionErrorText(problem('pattern'))).toBe('有 1 处不符合要求');
  });
});
