import type { ErasureState } from '@archaka/contracts';
import { toServiceState } from '../../domain/erasure.ts';
import type { ErasingService, Erasure } from '../../persistence/erasure-repository.ts';

export const erasingServices = ['application', 'payment', 'ticket'] as const satisfies ErasingService[];

/** The account is deleted last: it is `waiting` while another service is not done. */
export const toErasureState = ({ receipt, requested_at, reports, done_at }: Erasure): ErasureState => ({
  receipt,
  requested_at: requested_at.toISOString(),
  done_at: done_at?.toISOString() ?? null,
  services: [
    ...erasingServices.map((service) => ({
      service,
      state: toServiceState(reports[service]),
      remaining: [...(reports[service]?.remaining ?? [])],
    })),
    { service: 'auth', state: done_at ? 'done' : 'waiting', remaining: [] },
  ],
});
