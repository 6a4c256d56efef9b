import type { EntityKey } from '#api/metadata.gen.ts';
import { api } from '#session/session.ts';
import type { DeliveryDetail, DeliveryOutcome } from './delivery.ts';

export interface DeliveryFilter {
  entity?: EntityKey | undefined;
  outcome?: DeliveryOutcome | undefined;
}

const PAGE_SIZE = 20;

export async function listDeliveries(
  id: number,
  { entity, outcome }: DeliveryFilter,
  cursor: string | null,
  signal: AbortSignal,
) {
  const query = {
    limit: PAGE_SIZE,
    ...(cursor ? { cursor } : {}),
    ...(entity ? { entity } : {}),
    ...(outcome ? { outcome } : {}),
  };
  return (await api.GET('/api/v1/subscribers/{id}/deliveries', { params: { path: { id }, query }, signal })).data;
}

export async function getDelivery(id: number, deliveryId: number, signal: AbortSignal): Promise<DeliveryDetail> {
  const path = { id, deliveryId };
  return (await api.GET('/api/v1/subscribers/{id}/deliveries/{deliveryId}', { params: { path }, signal })).data;
}

export async function resendDelivery(id: number, deliveryId: number): Promise<DeliveryDetail> {
  const path = { id, deliveryId };
  return (await api.POST('/api/v1/subscribers/{id}/deliveries/{deliveryId}/resend', { params: { path } })).data;
}
