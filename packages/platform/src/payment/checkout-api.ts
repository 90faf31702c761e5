import { leaveForCheckout } from '@archaka/contracts';
import { callMutation } from '../calls/call-endpoint.ts';
import { createPortalApi } from '../calls/portal-api.ts';

const checkoutApi = createPortalApi({
  name: 'checkout',
  endpoints: (build) => ({ leave: callMutation(build, leaveForCheckout) }),
});
export const { useLeaveMutation } = checkoutApi;
