import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { enums } from '#api/metadata.gen.ts';
import { eventsFrom, type SetEvent, type SetStatus } from './change-set.ts';

it('offers the events of each status that the contract has', () => {
  const contract = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'));
  const transitions: Record<SetEvent, { from: SetStatus[] }> =
    contract.components.schemas.ChangeSetEvent['x-transitions'];
  for (const status of enums.ChangeSetStatus) {
    const allowed = enums.ChangeSetEvent.filter((event) => transitions[event].from.includes(status));
    expect([...eventsFrom[status]].sort(), status).toEqual([...allowed].sort());
  }
});
