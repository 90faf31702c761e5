import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentReversed,
} from '@archaka/contracts';

export const published = [orderCreated, paymentCaptured, paymentFailed, paymentCancelled, paymentReversed];
