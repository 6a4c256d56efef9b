import type { Schemas } from '#api/metadata.gen.ts';

/** Returns a change set of the editor’s that waits for its submission, except for these members. */
export const createChangeSet = (members: Partial<Schemas['ChangeSet']> = {}): Schemas['ChangeSet'] => ({
  id: 7,
  title: 'Rename',
  note: null,
  status: 'open',
  version: 3,
  items: { city: 2 },
  unsound: 0,
  author: 'editor',
  contributors: ['editor'],
  ownWork: true,
  secondPerson: true,
  submitTime: null,
  decision: null,
  releaseTime: null,
  effectiveOn: null,
  effectiveTime: null,
  zone: null,
  createTime: '2026-11-20T06:32:10.000Z',
  updateTime: '2026-11-20T06:40:00.000Z',
  ...members,
});
