import { getPaymentAttempts, startCheckout } from '@archaka/contracts/calls';
import { callMutation } from '../calls/call-endpoint.ts';
import { createPortalApi } from '../calls/portal-api.ts';

export const checkoutApi = createPortalApi({
  name: 'checkout',
  endpoints: (build) => ({
    leave: callMutation(build, startCheckout),
    attempts: callMutation(build, getPaymentAttempts, { quiet: true }),
  }),
});
export const { useLeaveMutation } = checkoutApi;
