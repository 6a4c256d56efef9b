import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { EmptyColumnsNote, useEmptyColumns } from './empty-columns.tsx';
import { useListPreferences } from './preferences.ts';

interface Row {
  code: string;
  symbol: string | null;
  region: string | null;
}

const columns = [
  { id: 'code' },
  { id: 'symbol', isEmpty: ({ symbol }: Row) => symbol === null },
  { id: 'region', isEmpty: ({ region }: Row) => region === null },
];
const withoutFacts: Row[] = [{ code: 'AQ', symbol: null, region: null }];
const withSymbol: Row[] = [{ code: 'JP', symbol: '¥', region: null }];

interface Props {
  rows: Row[] | undefined;
  resultKey?: string;
  isChosen?: boolean;
  loading?: boolean;
}

function List({ rows, resultKey = 'all', isChosen = false, loading = rows === undefined }: Props) {
  const { preferences, change } = useListPreferences('test');
  const { visible, empty } = useEmptyColumns<Row, (typeof columns)[number]>({
    columns,
    rows,
    loading,
    resultKey,
    isChosen,
    preferences,
  });
  return (
    <>
      <output>{visible.map(({ id }) => id).join()}</output>
      <EmptyColumnsNote
        columns={empty.map(({ id }) => ({ header: id }))}
        preferences={preferences}
        onPreferences={change}
      />
    </>
  );
}

const shown = () => screen.getByRole('status').textContent;

describe('empty columns', () => {
  it('are shown until the first page is loaded, and hidden when nothing on it fills them', async () => {
    const { rerender } = await renderInConsole(<List rows={undefined} />);
    expect(shown()).toBe('code,symbol,region');
    rerender(<List rows={withoutFacts} />);
    expect(shown()).toBe('code');
  });

  it('appear on the first page that fills them, and stay on later pages of the same result', async () => {
    const { rerender } = await renderInConsole(<List rows={withoutFacts} />);
    rerender(<List rows={withSymbol} />);
    expect(shown()).toBe('code,symbol');
    rerender(<List rows={withoutFacts} />);
    expect(shown()).toBe('code,symbol');
  });

  it('are decided on anew for another result, once its rows are loaded', async () => {
    const { rerender } = await renderInConsole(<List rows={withSymbol} />);
    rerender(<List rows={withSymbol} resultKey="AQ" loading />);
    expect(shown()).toBe('code,symbol');
    rerender(<List rows={withoutFacts} resultKey="AQ" />);
    expect(shown()).toBe('code');
  });

  it('are shown when somebody has chosen the columns', async () => {
    await renderInConsole(<List rows={withoutFacts} isChosen />);
    expect(shown()).toBe('code,symbol,region');
  });

  it.each(languages)('are counted and shown on request in %s', async (language) => {
    const { user, texts } = await renderInConsole(<List rows={withoutFacts} />, { language });
    const { emptyColumnsHidden_other: hidden, showEmptyColumns, hideEmptyColumns } = texts.list;
    screen.getByText(hidden.replace('{{count}}', '2'), { exact: false });
    await user.click(screen.getByRole('button', { name: showEmptyColumns }));
    expect(shown()).toBe('code,symbol,region');
    await user.click(screen.getByRole('button', { name: hideEmptyColumns }));
    expect(shown()).toBe('code');
  });
});
