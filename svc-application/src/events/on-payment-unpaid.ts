import {
  type EventDefinition,
  type paymentFailed as Failed,
  paymentCancelled,
  paymentFailed,
} from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import type * as z from 'zod';
import type { ApplicationState } from '../domain/application-state.ts';
import { canTransition } from '../domain/application-state.ts';
import { calculateClaimExpiry, toClaimKeys } from '../domain/claim.ts';
import { findSuccessor } from '../domain/payments.ts';
import type { Repositories } from '../persistence/repositories.ts';
import { getApplication } from './get-application.ts';

/** What ends holds on mobiles and Aadhaars. */
export interface ClaimDependencies {
  readonly repositories: Repositories;
  readonly holdHours: number;
}

/** States whose time svc-payment gave, so that times of its events compare with it. */
const PAYMENT_REPORTED_STATES: readonly ApplicationState[] = ['failed', 'cancelled', 'reversed'];

type Unpaid = z.output<(typeof Failed)['data']>;

/**
 * No money came. Of two such events the later one by the provider's side counts, whichever arrives
 * first. Once every attempt is dead the hold on mobile and Aadhaar begins to end.
 */
async function applyUnpaid(
  unpaid: Unpaid,
  state: ApplicationState,
  { repositories, holdHours }: ClaimDependencies,
): Promise<void> {
  const application = await getApplication(repositories, unpaid.application_id);
  const { id } = application;
  const at = new Date(unpaid.at);
  if (findSuccessor(application, unpaid.order_id)) return;
  if (PAYMENT_REPORTED_STATES.includes(application.state) && at <= application.stateAt) return;
  if (application.state !== state && !canTransition(application.state, state)) return;
  const freeAfter = unpaid.all_attempts_dead ? calculateClaimExpiry(new Date(), holdHours) : null;
  const [mobile, aadhaar] = toClaimKeys(application);
  await repositories.claims.setExpiry([mobile], { applicationId: id, freeAfter });
  // The hold on an Aadhaar ends by its first submission; one of before that rule as the mobile's.
  const heldSince = await repositories.firstHolds.find(aadhaar, application.userId);
  const aadhaarExpiry = heldSince ? calculateClaimExpiry(heldSince, holdHours) : freeAfter;
  await repositories.claims.setExpiry([aadhaar], { applicationId: id, freeAfter: aadhaarExpiry });
  await repositories.applications.updatePaymentState(id, { state, stateAt: at, orderId: unpaid.order_id });
}

const createHandler = (
  definition: EventDefinition<(typeof Failed)['data']>,
  state: ApplicationState,
  deps: ClaimDependencies,
): EventHandler => handleEvent(definition, (unpaid) => applyUnpaid(unpaid, state, deps));

export const onPaymentUnpaid = (deps: ClaimDependencies): EventHandler[] => [
  createHandler(paymentFailed, 'failed', deps),
  createHandler(paymentCancelled, 'cancelled', deps),
];
