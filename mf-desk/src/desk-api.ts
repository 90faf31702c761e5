import {
  decideCase,
  getCase,
  getDeskReport,
  getDistricts,
  getScrutinyQueues,
  getScrutinyRules,
  getStaffSession,
  releaseCase,
  revealCase,
  searchCases,
  signInStaff,
  signOutStaff,
  startCase,
  startNextCase,
} from '@archaka/contracts/calls';
import { callMutation, callQuery, createPortalApi } from '@archaka/platform';

/** Each place of the desk reports its own error, and no overlay interrupts who works by keys. */
const inPlace = { quiet: true, background: true };
const shown = { ...inPlace, keepUnusedDataFor: 0 };

export const deskApi = createPortalApi({
  name: 'desk',
  tagTypes: ['session', 'case', 'list'],
  endpoints: (build) => ({
    session: callQuery(build, getStaffSession, { ...inPlace, providesTags: ['session'] }),
    signIn: callMutation(build, signInStaff, inPlace),
    signOut: callMutation(build, signOutStaff, inPlace),
    districts: callQuery(build, getDistricts, inPlace),
    cases: callQuery(build, searchCases, { ...shown, providesTags: ['list'] }),
    queues: callQuery(build, getScrutinyQueues, { ...shown, providesTags: ['list'] }),
    report: callQuery(build, getDeskReport, { ...shown, providesTags: ['list'] }),
    rules: callQuery(build, getScrutinyRules, inPlace),
    /** The response of a start is stored for the page that opens next. */
    case: callQuery(build, getCase, { ...inPlace, keepUnusedDataFor: 10, providesTags: ['case'] }),
    reveal: callMutation(build, revealCase, inPlace),
    startNext: callMutation(build, startNextCase, inPlace),
    start: callMutation(build, startCase, inPlace),
    release: callMutation(build, releaseCase, inPlace),
    decide: callMutation(build, decideCase, inPlace),
  }),
});
export const {
  useCaseQuery,
  useCasesQuery,
  useDecideMutation,
  useDistrictsQuery,
  useQueuesQuery,
  useReportQuery,
  useRevealMutation,
  useRulesQuery,
  useSessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useStartMutation,
  useStartNextMutation,
} = deskApi;
