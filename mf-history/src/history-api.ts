import { getApplications, getPaymentStatus, recheckPayment } from '@archaka/contracts';
import { callMutation, callQuery, createPortalApi } from '@archaka/platform';

const historyApi = createPortalApi({
  name: 'history',
  tagTypes: ['application'],
  endpoints: (build) => ({
    applications: callQuery(build, getApplications, { providesTags: ['application'] }),
    paymentStatus: callQuery(build, getPaymentStatus, { providesTags: ['application'] }),
    recheck: callMutation(build, recheckPayment, { invalidatesTags: ['application'] }),
  }),
});
export const { useApplicationsQuery, usePaymentStatusQuery, useRecheckMutation } = historyApi;
