import {
  type EventDefinition,
  type paymentFailed as Failed,
  paymentCancelled,
  paymentFailed,
} from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import type * as z from 'zod';
import { calculateClaimExpiry, toClaimKeys } from '../domain/claim.ts';
import { applyUnpaid } from '../domain/payments.ts';
import type { Repositories } from '../persistence/repositories.ts';

export interface ClaimDependencies {
  readonly repositories: Repositories;
}

type Unpaid = z.output<(typeof Failed)['data']>;

/** The claims begin to expire once every attempt is dead. */
async function handleUnpaid(
  unpaid: Unpaid,
  outcome: 'failed' | 'cancelled',
  { repositories }: ClaimDependencies,
): Promise<void> {
  const application = await repositories.applications.getOutline(unpaid.application_id);
  const { id } = application;
  const attempt = { outcome, orderId: unpaid.order_id, at: new Date(unpaid.at) };
  const change = applyUnpaid(application, attempt);
  if (!change) return;
  const freeAfter = unpaid.all_attempts_dead ? calculateClaimExpiry(new Date()) : null;
  const [mobile, aadhaar] = toClaimKeys(application);
  await repositories.claims.setExpiry([mobile], { applicationId: id, freeAfter });
  // The hold on an Aadhaar ends by its first submission; without a stored one, with the mobile's.
  const heldSince = await repositories.firstHolds.find(aadhaar, application.userId);
  const aadhaarExpiry = heldSince ? calculateClaimExpiry(heldSince) : freeAfter;
  await repositories.claims.setExpiry([aadhaar], { applicationId: id, freeAfter: aadhaarExpiry });
  await repositories.applications.updatePaymentState(id, change);
}

const createHandler = (
  definition: EventDefinition<(typeof Failed)['data']>,
  outcome: 'failed' | 'cancelled',
  deps: ClaimDependencies,
): EventHandler => handleEvent(definition, (unpaid) => handleUnpaid(unpaid, outcome, deps));

export const onPaymentUnpaid = (deps: ClaimDependencies): EventHandler[] => [
  createHandler(paymentFailed, 'failed', deps),
  createHandler(paymentCancelled, 'cancelled', deps),
];
