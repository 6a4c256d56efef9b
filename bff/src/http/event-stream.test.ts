import { expect, test } from 'vitest';
import { createPoller } from './event-stream.ts';

const noop = () => undefined;

/** Creates a viewer with a promise for `count` values. */
function createViewer(count: number) {
  const texts: string[] = [];
  let resolveComplete = () => {};
  let resolveFailed = () => {};
  const complete = new Promise<void>((resolve) => {
    resolveComplete = resolve;
  });
  const failed = new Promise<void>((resolve) => {
    resolveFailed = resolve;
  });
  const onValue = (text: string) => {
    if (texts.push(text) === count) resolveComplete();
  };
  return { viewer: { onValue, onError: resolveFailed }, texts, complete, failed };
}

test('shares polls among viewers and does not poll without any', async () => {
  let pollCount = 0;
  const poller = createPoller({ poll: async () => ({ pollCount: ++pollCount }) }, 5, noop);
  const viewers = Array.from({ length: 3 }, () => createViewer(4));
  const subscriptions = await Promise.all(viewers.map(({ viewer }) => poller.join(viewer)));
  expect(new Set(subscriptions.map(({ text }) => text))).toEqual(new Set(['{"pollCount":1}']));
  await Promise.all(viewers.map(({ complete }) => complete));
  for (const { leave } of subscriptions) leave();
  for (const { texts } of viewers) expect(texts.slice(0, 4)).toEqual([2, 3, 4, 5].map((n) => `{"pollCount":${n}}`));
  const countBefore = pollCount;
  const lateViewer = createViewer(1);
  const { text, leave } = await poller.join(lateViewer.viewer);
  expect(text).toBe(`{"pollCount":${countBefore + 1}}`);
  await lateViewer.complete;
  leave();
});

test('repeats the same text while the fingerprint is unchanged', async () => {
  let [time, value] = [0, 'a'];
  const poller = createPoller(
    { poll: async () => ({ time: ++time, value }), fingerprint: (snapshot) => (snapshot as { value: string }).value },
    5,
    noop,
  );
  const { viewer, texts, complete } = createViewer(3);
  const { text, leave } = await poller.join(viewer);
  await complete;
  expect(new Set(texts)).toEqual(new Set([text]));
  leave();
  value = 'b';
  const secondSubscription = await poller.join(createViewer(1).viewer);
  expect(secondSubscription.text).toMatch(/"value":"b"/);
  secondSubscription.leave();
});

test('reports a failing poll to all viewers and rejects new ones', async () => {
  let isBroken = false;
  const errors: unknown[] = [];
  const poll = async () => {
    if (isBroken) throw new Error('gone');
    return 1;
  };
  const poller = createPoller({ poll }, 5, (error) => errors.push(error));
  const viewers = [createViewer(1), createViewer(1)];
  await Promise.all(viewers.map(({ viewer }) => poller.join(viewer)));
  isBroken = true;
  await Promise.all(viewers.map(({ failed }) => failed));
  expect(errors).toEqual([new Error('gone')]);
  await expect(poller.join(createViewer(1).viewer)).rejects.toThrow('gone');
  isBroken = false;
  const newViewer = createViewer(1);
  const { leave } = await poller.join(newViewer.viewer);
  await newViewer.complete;
  leave();
});
