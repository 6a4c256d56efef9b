import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FilterSpec } from '#crud/define-entity.ts';
import type { Condition } from '#crud/list/list-query.ts';
import { languages, renderInConsole } from '#testing/render.tsx';
import { ConditionEditor } from './condition-editor.tsx';

const continent: FilterSpec = {
  id: 'continent',
  operators: ['is', 'anyOf', 'isNot', 'empty', 'filled'],
  values: ['AF', 'AS', 'EU'],
};
const latitude: FilterSpec = { id: 'latitude', operators: ['between', 'empty', 'filled'], range: 'number' };
const code: FilterSpec = { id: 'code', operators: ['is', 'anyOf', 'isNot'] };

async function renderEditor(spec: FilterSpec, condition?: Condition, language: (typeof languages)[number] = 'en') {
  const [onChange, close] = [vi.fn(), vi.fn()];
  const editor = <ConditionEditor spec={spec} condition={condition} onChange={onChange} close={close} />;
  const { user, texts } = await renderInConsole(editor, { language });
  const { operator } = texts.list;
  const choose = (name: string) => user.click(screen.getByRole('button', { name }));
  const compare = async (from: keyof typeof operator, to: keyof typeof operator) => {
    await choose(texts.list.operatorLabel.replace('{{operator}}', operator[from]));
    await choose(operator[to]);
  };
  return { user, texts, onChange, close, choose, compare };
}

describe('the editor of a condition', () => {
  it('applies a single value at once', async () => {
    const { onChange, close, choose } = await renderEditor(continent);
    await choose('EU Europe');
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ operator: 'is', values: ['EU'] });
    expect(close).toHaveBeenCalledOnce();
  });

  it.each(languages)('applies several values together, compared as chosen in %s', async (language) => {
    const { texts, onChange, close, choose, compare } = await renderEditor(continent, undefined, language);
    await compare('is', 'isNot');
    for (const value of ['AF', 'EU']) await choose(`${value} ${texts.value.continent[value as 'AF']}`);
    expect(onChange).not.toHaveBeenCalled();
    await choose(texts.common.confirm);
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ operator: 'isNot', values: ['AF', 'EU'] });
    expect(close).toHaveBeenCalledOnce();
  });

  it('compares the values chosen before in another way', async () => {
    const { onChange, compare } = await renderEditor(continent, { operator: 'is', values: ['AS'] });
    await compare('is', 'isNot');
    expect(onChange).toHaveBeenLastCalledWith({ operator: 'isNot', values: ['AS'] });
    await compare('isNot', 'empty');
    expect(onChange).toHaveBeenLastCalledWith({ operator: 'empty', values: [] });
  });

  it('takes several typed values, separated by commas or spaces', async () => {
    const { user, onChange, compare } = await renderEditor(code);
    await compare('is', 'anyOf');
    await user.keyboard('pek, SHA，can{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ operator: 'anyOf', values: ['PEK', 'SHA', 'CAN'] });
  });

  it.each(
    languages,
  )('refuses an impossible range of numbers in %s, and takes one with a single end', async (language) => {
    const { user, texts, onChange } = await renderEditor(latitude, undefined, language);
    const [from, to] = [texts.list.from, texts.list.to].map((label) => screen.getByRole('textbox', { name: label }));
    await user.keyboard('{Enter}');
    expect(screen.getByRole('alert').textContent).toBe(texts.list.numberExpected);
    await user.type(from as HTMLElement, '40');
    await user.type(to as HTMLElement, '30{Enter}');
    expect(screen.getByRole('alert').textContent).toBe(texts.list.rangeReversed);
    expect(onChange).not.toHaveBeenCalled();
    await user.clear(to as HTMLElement);
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ operator: 'between', values: ['40..'] });
  });
});
