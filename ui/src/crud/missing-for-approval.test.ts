import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { loadTexts } from '#i18n/i18n.ts';
import type { EntityUi } from './define-entity.ts';
import { missingForApprovalText, refusalText } from './missing-for-approval.ts';

// the texts write their language on the page
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

beforeAll(() => loadTexts('core', 'frame'));

// The cast: all that is asked of a kind here is its key.
const kind = { key: 'country' } as EntityUi;
const problem = (rule: 'requiredToApprove' | 'pattern') =>
  new Problem({
    status: 422,
    code: 422,
    key: 'validationError',
    message: '有 1 处不符合要求',
    fields: [{ pointer: '/continent', rule, message: '' }],
  });

describe('what a record lacks to be approved', () => {
  it('is named, whether null, empty or absent', () => {
    expect(missingForApprovalText(kind, { alpha3Code: '', continent: null })).toBe(
      '通过审核前还须填写：三字代码、大洲',
    );
    expect(missingForApprovalText(kind, { alpha3Code: 'AAA' })).toBe('通过审核前还须填写：大洲');
  });

  it('is nothing where all is there', () => {
    expect(missingForApprovalText(kind, { alpha3Code: 'AAA', continent: 'AS' })).toBeUndefined();
  });

  it('is named in the place of a refusal that only counts it', () => {
    expect(refusalText(problem('requiredToApprove'))).toBe('通过审核前还须填写：大洲');
    expect(refusalText(problem('pattern'))).toBe('有 1 处不符合要求');
  });
});
