import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import type { SendNow } from '../push/send-now.ts';
import { findDelivery } from '../status/deliveries.ts';
import { laneChange, subscriberTarget } from '../status/lock-lane.ts';

type Detail = Schemas['DeliveryFoundAnswer']['data'];

/** What a person has sent at once, each written down as a delivery and in the user log. */
export interface Sending {
  db: Database;
  sendNow: SendNow;
}

export async function sendTest({ db, sendNow }: Sending, request: Request<'testSubscriber'>): Promise<Detail> {
  const { id } = request.path;
  const sent = await sendNow.sendTest(id, request.caller.username);
  await logAct(db, { act: 'subscriberTested', ...doerOf(request), target: await targetOf(db, id) });
  return findDelivery(db, id, sent.id, request.caller);
}

export async function resend({ db, sendNow }: Sending, request: Request<'resendDelivery'>): Promise<Detail> {
  const { id, deliveryId } = request.path;
  const sent = await sendNow.resend(id, deliveryId, request.caller.username);
  const detail = await findDelivery(db, id, sent.id, request.caller);
  const { entity, position } = detail.delivery;
  const details = entity ? { changes: [laneChange(entity, 'position', null, position)] } : {};
  await logAct(db, { act: 'changeResent', ...doerOf(request), target: await targetOf(db, id), details });
  return detail;
}

async function targetOf(db: Database, id: number) {
  const subscriber = await db('subscriber').where('id', id).first('name');
  // deleted while it was sent to
  return subscriberTarget({ id, name: subscriber?.name ?? '' });
}
