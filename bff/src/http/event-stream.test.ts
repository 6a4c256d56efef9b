import { expect, test } from 'vitest';
import { createPoller } from './event-stream.ts';

const ignore = () => undefined;

/** Hears of `count` looks. */
function viewerOf(count: number) {
  const texts: string[] = [];
  let all = () => {};
  let lost = () => {};
  const shown = new Promise<void>((resolve) => {
    all = resolve;
  });
  const blind = new Promise<void>((resolve) => {
    lost = resolve;
  });
  const see = (text: string) => {
    if (texts.push(text) === count) all();
  };
  return { viewer: { onValue: see, onError: lost }, texts, shown, blind };
}

test('all who watch share one look, and nobody looks while nobody watches', async () => {
  let looks = 0;
  const watch = createPoller({ poll: async () => ({ looks: ++looks }) }, 5, ignore);
  const viewers = Array.from({ length: 3 }, () => viewerOf(4));
  const joined = await Promise.all(viewers.map(({ viewer }) => watch.join(viewer)));
  expect(new Set(joined.map(({ text }) => text))).toEqual(new Set(['{"looks":1}']));
  await Promise.all(viewers.map(({ shown }) => shown));
  for (const { leave } of joined) leave();
  for (const { texts } of viewers) expect(texts.slice(0, 4)).toEqual([2, 3, 4, 5].map((n) => `{"looks":${n}}`));
  const then = looks;
  const late = viewerOf(1);
  const { text, leave } = await watch.join(late.viewer);
  expect(text).toBe(`{"looks":${then + 1}}`);
  await late.shown;
  leave();
});

test('what differs in nothing essential is the same text as before', async () => {
  let [time, value] = [0, 'a'];
  const watch = createPoller(
    { poll: async () => ({ time: ++time, value }), fingerprint: (seen) => (seen as { value: string }).value },
    5,
    ignore,
  );
  const { viewer, texts, shown } = viewerOf(3);
  const { text, leave } = await watch.join(viewer);
  await shown;
  expect(new Set(texts)).toEqual(new Set([text]));
  leave();
  value = 'b';
  const other = await watch.join(viewerOf(1).viewer);
  expect(other.text).toMatch(/"value":"b"/);
  other.leave();
});

test('a look that fails blinds all who watch, and is told who joins', async () => {
  let broken = false;
  const errors: unknown[] = [];
  const look = async () => {
    if (broken) throw new Error('gone');
    return 1;
  };
  const watch = createPoller({ poll: look }, 5, (error) => errors.push(error));
  const viewers = [viewerOf(1), viewerOf(1)];
  await Promise.all(viewers.map(({ viewer }) => watch.join(viewer)));
  broken = true;
  await Promise.all(viewers.map(({ blind }) => blind));
  expect(errors).toEqual([new Error('gone')]);
  await expect(watch.join(viewerOf(1).viewer)).rejects.toThrow('gone');
  broken = false;
  const again = viewerOf(1);
  const { leave } = await watch.join(again.viewer);
  await again.shown;
  leave();
});
