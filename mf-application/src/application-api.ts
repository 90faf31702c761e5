import {
  checkAadhaar,
  getApplication,
  getApplications,
  getDistricts,
  getDraft,
  getMandals,
  saveDraft,
  submitApplication,
  submitSavedApplication,
  updateApplication,
} from '@archaka/contracts';
import { callMutation, callQuery, createPortalApi } from '@archaka/platform';

/** A form that was left is read anew when it is opened again. */
const unkept = { keepUnusedDataFor: 0 };
const changesApplications = { invalidatesTags: ['application' as const] };

export const applicationApi = createPortalApi({
  name: 'application',
  tagTypes: ['application'],
  endpoints: (build) => ({
    districts: callQuery(build, getDistricts),
    mandals: callQuery(build, getMandals),
    draft: callQuery(build, getDraft, unkept),
    application: callQuery(build, getApplication, unkept),
    applications: callQuery(build, getApplications, { providesTags: ['application'] }),
    checkAadhaar: callMutation(build, checkAadhaar, { background: true, quiet: true }),
    saveDraft: callMutation(build, saveDraft),
    submitApplication: callMutation(build, submitApplication, changesApplications),
    submitSavedApplication: callMutation(build, submitSavedApplication, changesApplications),
    updateApplication: callMutation(build, updateApplication, changesApplications),
  }),
});
export const {
  useDistrictsQuery,
  useMandalsQuery,
  useDraftQuery,
  useLazyDraftQuery,
  useApplicationQuery,
  useApplicationsQuery,
  useCheckAadhaarMutation,
  useSaveDraftMutation,
  useSubmitApplicationMutation,
  useSubmitSavedApplicationMutation,
  useUpdateApplicationMutation,
} = applicationApi;
