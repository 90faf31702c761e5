import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
} from '@archaka/contracts';

/** What this service tells the others. */
export const published = [orderCreated, paymentCaptured, paymentFailed, paymentCancelled, paymentReversed];
