import type { Subscriber } from './subscriber.ts';

/** Creates a subscriber for tests. */
export const sampleSubscriber = (overrides: Partial<Subscriber> = {}): Subscriber => ({
  id: 3,
  name: 'search-index',
  url: 'https://search.example/changes',
  entities: ['city'],
  filter: null,
  active: true,
  offReason: null,
  state: 'healthy',
  backlog: 0,
  lastSuccess: null,
  earlierSecretUntil: null,
  earlierTokenUntil: null,
  version: 1,
  createTime: '2026-11-20T06:32:10.000Z',
  updateTime: '2026-11-20T06:32:10.000Z',
  createdBy: 'admin',
  updatedBy: 'admin',
  ...overrides,
});
