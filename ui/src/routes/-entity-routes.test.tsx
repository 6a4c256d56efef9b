import { expect, it } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { formRouteOptions, listRouteOptions } from './-entity-routes.ts';

it.each(enums.Entity)('the list and the form of %s require the permission to read its records', (kind) => {
  for (const options of [listRouteOptions(kind), formRouteOptions(kind)])
    expect(options.staticData).toEqual({ permission: `${kind}:read` });
});
