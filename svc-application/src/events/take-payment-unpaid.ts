import {
  type EventDefinition,
  type paymentFailed as Failed,
  paymentCancelled,
  paymentFailed,
} from '@archaka/contracts';
import { on, type Taken } from '@archaka/service-kit';
import type * as z from 'zod';
import type { ApplicationState } from '../domain/application-state.ts';
import { mayMove } from '../domain/application-state.ts';
import { claimsOf, holdEnd } from '../domain/claim.ts';
import { findSuccessor } from '../domain/payments.ts';
import type { Stores } from '../store/stores.ts';
import { getApplication } from './get-application.ts';

/** What ends holds on mobiles and Aadhaars. */
export interface Holding {
  readonly stores: Stores;
  readonly holdHours: number;
}

/** States whose time svc-payment gave, so that times of its events compare with it. */
const TOLD_BY_PAYMENTS: readonly ApplicationState[] = ['failed', 'cancelled', 'reversed'];

type Unpaid = z.output<(typeof Failed)['data']>;

/**
 * No money came. Of two such events the later one by the provider's side counts, whichever arrives
 * first. Once every attempt is dead the hold on mobile and Aadhaar begins to end.
 */
async function noteUnpaid(
  unpaid: Unpaid,
  state: ApplicationState,
  { stores, holdHours }: Holding,
): Promise<void> {
  const application = await getApplication(stores, unpaid.application_id);
  const { id } = application;
  const at = new Date(unpaid.at);
  if (findSuccessor(application, unpaid.order_id)) return;
  if (TOLD_BY_PAYMENTS.includes(application.state) && at <= application.stateAt) return;
  if (application.state !== state && !mayMove(application.state, state)) return;
  const freeAfter = unpaid.all_attempts_dead ? holdEnd(new Date(), holdHours) : null;
  const [mobile, aadhaar] = claimsOf(application);
  await stores.claims.holdUntil([mobile], { applicationId: id, freeAfter });
  // The hold on an Aadhaar ends by its first submission; one of before that rule as the mobile's.
  const since = await stores.firstHolds.find(aadhaar, application.userId);
  const aadhaarEnd = since ? holdEnd(since, holdHours) : freeAfter;
  await stores.claims.holdUntil([aadhaar], { applicationId: id, freeAfter: aadhaarEnd });
  await stores.applications.move(id, { state, stateAt: at, orderId: unpaid.order_id });
}

const take = (
  definition: EventDefinition<(typeof Failed)['data']>,
  state: ApplicationState,
  holding: Holding,
): Taken => on(definition, (unpaid) => noteUnpaid(unpaid, state, holding));

export const takePaymentUnpaid = (holding: Holding): Taken[] => [
  take(paymentFailed, 'failed', holding),
  take(paymentCancelled, 'cancelled', holding),
];
