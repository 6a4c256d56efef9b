import { expect, test } from 'vitest';
import { type ItemBody, setUpChangeSets, valuesOf } from './change-set-client.ts';

const sets = await setUpChangeSets();
const { admin, editor, reviewer } = sets;

const createCountry = async (code: string) =>
  (await editor.ok('createCountry', { body: { code, name: `Country ${code}` } }, 201)).record;

const createProtocol = async (code: string, countries: string[]) => {
  const body = { code, name: 'Agreement', supplier: 'Supplier', type: 'hotel', countries } as const;
  return (await editor.ok('createProtocol', { body }, 201)).record;
};
const getProtocol = async (id: number) => (await admin.ok('getProtocol', { path: { id } })).record;

type Country = Awaited<ReturnType<typeof createCountry>>;
type Protocol = Awaited<ReturnType<typeof createProtocol>>;

const targetOf = (entity: ItemBody['entity'], { id, version }: Country | Protocol) => ({
  entity,
  recordId: id,
  recordVersion: version,
});
const renameItem = (country: Country, code: string): ItemBody => ({
  ...targetOf('country', country),
  action: 'update',
  values: { ...valuesOf(country), code },
});
const deleteItem = (country: Country): ItemBody => ({ ...targetOf('country', country), action: 'delete' });
const protocolItem = (protocol: Protocol, values: object): ItemBody => ({
  ...targetOf('protocol', protocol),
  action: 'update',
  values: { ...valuesOf(protocol), ...values },
});

test('a list does not take a record by its old and its new code', async () => {
  const country = await createCountry('XU');
  const protocol = await createProtocol('LIST-A', ['XU']);
  const { id } = await sets.create();
  await sets.add(editor, id, renameItem(country, 'XV'));
  const body = protocolItem(protocol, { countries: ['XU', 'XV'] });
  const refusal = await editor.expectRefusal('addChangeSetItem', { path: { id }, body }, 'validationError');
  expect(refusal).toMatchObject({ fields: [{ pointer: '/values/countries', rule: 'uniqueItems' }] });
});

test.each([
  ['before', 'QC', 'QD', 'QE'],
  ['after', 'QF', 'QG', 'QH'],
])('a list contains the successor of a deleted record once, where its item is added %s the deletion', async (order, deleted, successor, other) => {
  const [gone, next] = [await createCountry(deleted), await createCountry(successor)];
  await createCountry(other);
  const protocol = await createProtocol(`LIST-${deleted}`, [deleted, successor, other]);
  const refer = protocolItem(protocol, { name: 'Renamed' });
  const handOver = [deleteItem(gone), renameItem(next, deleted)];
  const set = await sets.createWith(editor, order === 'before' ? [refer, ...handOver] : [...handOver, refer]);
  const expected = { name: 'Renamed', countries: [deleted, other] };
  const shown = (await sets.items(set)).find(({ entity }) => entity === 'protocol');
  expect(shown).toMatchObject({ changes: ['/name', '/countries'], after: expected });
  const submitted = await sets.transition(editor, set, { event: 'submit' });
  const released = await sets.transition(reviewer, submitted, { event: 'approve' });
  const written = await getProtocol(protocol.id);
  expect(written).toMatchObject(expected);
  const path = { id: protocol.id };
  await editor.ok('updateProtocol', { path, ifMatch: written.version, body: { ...valuesOf(written), terms: 'New' } });
  expect(await sets.transition(editor, released, { event: 'revert' })).toMatchObject({ status: 'reverted' });
  expect(await getProtocol(protocol.id)).toMatchObject({
    name: 'Agreement',
    countries: [deleted, successor, other],
    terms: 'New',
  });
});

test('a future day shows the successor of a deleted record once in a list', async () => {
  const [gone, next] = [await createCountry('QI'), await createCountry('QJ')];
  const protocol = await createProtocol('LIST-I', ['QI', 'QJ']);
  await sets.schedule([deleteItem(gone), renameItem(next, 'QI'), protocolItem(protocol, { name: 'Renamed' })]);
  const path = { id: protocol.id };
  const { record } = await admin.ok('getProtocol', { path, query: { asOf: '2099-05-01T00:00:00.000Z' } });
  expect(record).toMatchObject({ name: 'Renamed', countries: ['QI'] });
});
