import {
  orderCreated,
  paymentCancelled,
  paymentCaptured,
  paymentFailed,
  paymentPersonErased,
  paymentReversed,
} from '@archaka/contracts';

export const published = [
  orderCreated,
  paymentCaptured,
  paymentFailed,
  paymentCancelled,
  paymentReversed,
  paymentPersonErased,
];
