import {
  getApplicationHistory,
  getApplications,
  getDistricts,
  getMandals,
  getPaymentAttempts,
  getPaymentStatus,
  recheckPayment,
  routes,
} from '@archaka/contracts/calls';
import { callMutation, callQuery, createPortalApi, portalFetch } from '@archaka/platform';

/** The query reports its error itself, in place. */
const quiet = { quiet: true };
const quietBackground = { quiet: true, background: true };
const quietOffline = { ...quiet, readableOffline: true };

export const ticketUrl = (applicationId: string): string =>
  routes.getTicket.path.replace(':application_id', encodeURIComponent(applicationId));

export const calendarUrl = (applicationId: string): string =>
  routes.examinationCalendar.path.replace(':application_id', encodeURIComponent(applicationId));

export const memoUrl = (applicationId: string): string =>
  routes.getMemo.path.replace(':application_id', encodeURIComponent(applicationId));

export const historyApi = createPortalApi({
  name: 'history',
  tagTypes: ['application', 'attempts'],
  endpoints: (build) => ({
    applications: callQuery(build, getApplications, { ...quietOffline, providesTags: ['application'] }),
    paymentStatus: callQuery(build, getPaymentStatus, { ...quietOffline, providesTags: ['application'] }),
    attempts: callQuery(build, getPaymentAttempts, {
      ...quietOffline,
      background: true,
      providesTags: ['attempts'],
    }),
    recheck: callMutation(build, recheckPayment, {
      ...quiet,
      invalidatesTags: ['application', 'attempts'],
    }),
    versions: callQuery(build, getApplicationHistory, { ...quietBackground, keepUnusedDataFor: 0 }),
    districts: callQuery(build, getDistricts, { ...quietOffline, background: true }),
    mandals: callQuery(build, getMandals, { ...quietOffline, background: true }),
    /** Whether the ticket of the newest version has been made, without its bytes. */
    isTicketMade: build.query<boolean, string>({
      queryFn: async (applicationId, { signal }) => {
        const init = { method: 'HEAD', signal };
        const { data } = await portalFetch(ticketUrl(applicationId), init, { asksToSignIn: false });
        return { data: data?.status === 200 };
      },
      keepUnusedDataFor: 0,
    }),
  }),
});
