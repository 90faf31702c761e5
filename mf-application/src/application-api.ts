import {
  appealRejection,
  checkAadhaar,
  fileGrievance,
  getApplication,
  getApplications,
  getDistricts,
  getDraft,
  getMandals,
  getPaymentAttempts,
  getUnfinishedForm,
  requestRevaluation,
  routes,
  saveDraft,
  submitApplication,
  submitSavedApplication,
  updateApplication,
} from '@archaka/contracts/calls';
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
    districts: callQuery(build, getDistricts, readableOffline),
    mandals: callQuery(build, getMandals, readableOffline),
    draft: callQuery(build, getDraft, { ...uncached, ...readableOffline, providesTags: ['draft'] }),
    unfinishedForm: callQuery(build, getUnfinishedForm, { ...uncached, background: true, quiet: true }),
    application: callQuery(build, getApplication, { ...uncached, ...readableOffline }),
    applications: callQuery(build, getApplications, { ...readableOffline, providesTags: ['application'] }),
    attempts: callQuery(build, getPaymentAttempts, { ...readableOffline, background: true, quiet: true }),
    checkAadhaar: callMutation(build, checkAadhaar, { background: true, quiet: true }),
    saveDraft: callMutation(build, saveDraft),
    submitApplication: callMutation(build, submitApplication, endsDraft),
    submitSavedApplication: callMutation(build, submitSavedApplication, endsDraft),
    updateApplication: callMutation(build, updateApplication, invalidatesApplications),
    appeal: callMutation(build, appealRejection, invalidatesApplications),
    fileGrievance: callMutation(build, fileGrievance, invalidatesApplications),
    requestRevaluation: callMutation(build, requestRevaluation, invalidatesApplications),
  }),
});
export const {
  useAppealMutation,
  useDistrictsQuery,
  useMandalsQuery,
  useDraftQuery,
  useFileGrievanceMutation,
  useLazyDraftQuery,
  useUnfinishedFormQuery,
  useApplicationQuery,
  useApplicationsQuery,
  useAttemptsQuery,
  useRequestRevaluationMutation,
  useCheckAadhaarMutation,
  useSaveDraftMutation,
  useSubmitApplicationMutation,
  useSubmitSavedApplicationMutation,
  useUpdateApplicationMutation,
} = applicationApi;

export const documentUrl = (documentId: string): string =>
  routes.getDocument.path.replace(':id', encodeURIComponent(documentId));
