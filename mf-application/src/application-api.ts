import * as calls from '@archaka/contracts/calls';
import { routes } from '@archaka/contracts/calls';
import { callMutation, callQuery, createPortalApi } from '@archaka/platform';

/** Refetches a form when it is opened again. */
const uncached = { keepUnusedDataFor: 0 };
/** Queries whose last response can be read without a network. */
const readableOffline = { readableOffline: true };
const invalidatesApplications = { invalidatesTags: ['application' as const] };
/** An application with an order is no draft any more. Any other draft stays as read, with its base version. */
const endsDraft = {
  invalidatesTags: (result?: { readonly orderId?: unknown }) =>
    result?.orderId ? (['application', 'draft'] as const) : (['application'] as const),
};

export const applicationApi = createPortalApi({
  name: 'application',
  tagTypes: ['application', 'draft'],
  endpoints: (build) => ({
    districts: callQuery(build, calls.getDistricts, readableOffline),
    mandals: callQuery(build, calls.getMandals, readableOffline),
    draft: callQuery(build, calls.getDraft, { ...uncached, ...readableOffline, providesTags: ['draft'] }),
    unfinishedForm: callQuery(build, calls.getUnfinishedForm, { ...uncached, background: true, quiet: true }),
    application: callQuery(build, calls.getApplication, { ...uncached, ...readableOffline }),
    applications: callQuery(build, calls.getApplications, {
      ...readableOffline,
      providesTags: ['application'],
    }),
    attempts: callQuery(build, calls.getPaymentAttempts, {
      ...readableOffline,
      background: true,
      quiet: true,
    }),
    checkAadhaar: callMutation(build, calls.checkAadhaar, { background: true, quiet: true }),
    saveDraft: callMutation(build, calls.saveDraft),
    submitApplication: callMutation(build, calls.submitApplication, endsDraft),
    submitSavedApplication: callMutation(build, calls.submitSavedApplication, endsDraft),
    updateApplication: callMutation(build, calls.updateApplication, invalidatesApplications),
    appeal: callMutation(build, calls.appealRejection, invalidatesApplications),
    fileGrievance: callMutation(build, calls.fileGrievance, invalidatesApplications),
    requestRevaluation: callMutation(build, calls.requestRevaluation, invalidatesApplications),
  }),
});

export const documentUrl = (documentId: string): string =>
  routes.getDocument.path.replace(':id', encodeURIComponent(documentId));
