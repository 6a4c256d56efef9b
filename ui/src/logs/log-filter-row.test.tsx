import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useListPreferences } from '#crud/list/columns/preferences.ts';
import { languages, renderInConsole } from '#testing/render.tsx';
import { LogFilterRow } from './log-filter-row.tsx';

function Row() {
  const { preferences, change } = useListPreferences('test_log');
  return (
    <>
      <output>{JSON.stringify(preferences)}</output>
      <button type="button" onClick={() => change({ density: 'compact', widths: { time: 200 } })}>
        drag
      </button>
      <LogFilterRow
        logs={{ loading: false, reload: () => {} }}
        fields={[]}
        onClear={() => {}}
        preferences={preferences}
        onPreferences={change}
      />
    </>
  );
}

describe('the filter row of a log', () => {
  it.each(languages)('resets dragged column widths, and nothing else, in %s', async (language) => {
    const { user, texts } = await renderInConsole(<Row />, { language });
    const { resetWidths: name, refresh } = texts.logs;
    expect(screen.queryByRole('button', { name })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'drag' }));
    await user.click(screen.getByRole('button', { name }));
    expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual({ density: 'compact', widths: {} });
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: refresh }));
  });
});
