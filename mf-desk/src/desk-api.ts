import * as calls from '@archaka/contracts/calls';
import { callMutation, callQuery, createPortalApi } from '@archaka/platform';
import { useState } from 'react';

/** Each place of the desk reports its own error, and no overlay interrupts who works by keys. */
const inPlace = { quiet: true, background: true };
const shown = { ...inPlace, keepUnusedDataFor: 0 };
const listed = { ...shown, providesTags: ['list' as const] };
const changesList = { ...inPlace, invalidatesTags: ['list' as const] };
const changesCases = { ...inPlace, invalidatesTags: ['list' as const, 'case' as const] };

/** Razorpay lists a settlement by pages. */
const SETTLEMENTS_TIMEOUT_MS = 40_000;

export const deskApi = createPortalApi({
  name: 'desk',
  tagTypes: ['session', 'case', 'list'],
  endpoints: (build) => ({
    session: callQuery(build, calls.getStaffSession, { ...inPlace, providesTags: ['session'] }),
    signIn: callMutation(build, calls.signInStaff, inPlace),
    signInWays: callQuery(build, calls.getSignInWays, inPlace),
    startPasskeySignIn: callMutation(build, calls.startPasskeySignIn, inPlace),
    signInWithPasskey: callMutation(build, calls.signInWithPasskey, inPlace),
    startDepartmentSignIn: callMutation(build, calls.startDepartmentSignIn, inPlace),
    signInWithDepartment: callMutation(build, calls.signInWithDepartment, inPlace),
    passkeys: callQuery(build, calls.getPasskeys, listed),
    startPasskey: callMutation(build, calls.startPasskey, inPlace),
    addPasskey: callMutation(build, calls.addPasskey, changesList),
    removePasskey: callMutation(build, calls.removePasskey, changesList),
    signOut: callMutation(build, calls.signOutStaff, inPlace),
    districts: callQuery(build, calls.getDistricts, inPlace),
    cases: callQuery(build, calls.searchCases, listed),
    queues: callQuery(build, calls.getScrutinyQueues, listed),
    report: callQuery(build, calls.getDeskReport, listed),
    requestContacts: callMutation(build, calls.requestContacts, inPlace),
    audit: callQuery(build, calls.getDeskAudit, shown),
    activity: callQuery(build, calls.getStaffActivity, shown),
    refunds: callQuery(build, calls.getRefundsToDecide, listed),
    reconciliation: callQuery(build, calls.getReconciliation, {
      ...shown,
      timeoutMs: SETTLEMENTS_TIMEOUT_MS,
    }),
    decideRefund: callMutation(build, calls.decideRefund, changesList),
    staff: callQuery(build, calls.getStaffAccounts, listed),
    addStaff: callMutation(build, calls.addStaffAccount, changesList),
    setNumbers: callMutation(build, calls.setStaffNumbers, changesList),
    changeStaff: callMutation(build, calls.changeStaffAccount, changesList),
    notices: callQuery(build, calls.getNotices, listed),
    proposeNotice: callMutation(build, calls.proposeNotice, changesList),
    publishNotice: callMutation(build, calls.publishNotice, changesList),
    endNotice: callMutation(build, calls.endNotice, changesList),
    markSheets: callQuery(build, calls.getMarkSheets, listed),
    revaluations: callQuery(build, calls.getRevaluations, shown),
    checkMarks: callMutation(build, calls.checkMarks, changesList),
    proposeMarks: callMutation(build, calls.proposeMarks, changesList),
    signMarks: callMutation(build, calls.signMarks, changesList),
    discardMarks: callMutation(build, calls.discardMarks, changesList),
    attendance: callQuery(build, calls.getAttendance, listed),
    uploadAttendance: callMutation(build, calls.uploadAttendance, changesCases),
    batches: callQuery(build, calls.getBatches, listed),
    batchCases: callQuery(build, calls.getBatchCases, shown),
    previewBatch: callMutation(build, calls.previewBatch, inPlace),
    confirmBatch: callMutation(build, calls.confirmBatch, changesList),
    undoBatch: callMutation(build, calls.undoBatch, changesList),
    halls: callQuery(build, calls.getHalls, listed),
    plannedSeats: callQuery(build, calls.getPlannedSeats, listed),
    previewAllotment: callMutation(build, calls.previewAllotment, changesList),
    confirmAllotment: callMutation(build, calls.confirmAllotment, changesList),
    makeHallPack: callMutation(build, calls.makeHallPack, changesList),
  }),
}).injectEndpoints({
  endpoints: (build) => ({
    rules: callQuery(build, calls.getScrutinyRules, inPlace),
    /** The response of a start is stored for the page that opens next. */
    case: callQuery(build, calls.getCase, { ...inPlace, keepUnusedDataFor: 10, providesTags: ['case'] }),
    reveal: callMutation(build, calls.revealCase, inPlace),
    addNote: callMutation(build, calls.addCaseNote, inPlace),
    grievances: callQuery(build, calls.getGrievances, listed),
    callerGrievance: callQuery(build, calls.getCallerGrievance, shown),
    revealCaller: callMutation(build, calls.revealCaller, inPlace),
    openGrievance: callMutation(build, calls.openGrievance, changesList),
    addEntry: callMutation(build, calls.addGrievanceEntry, changesList),
    attempts: callQuery(build, calls.getCaseAttempts, shown),
    sendAgain: callMutation(build, calls.sendTextAgain, inPlace),
    endSessions: callMutation(build, calls.endApplicantSessions, inPlace),
    startNext: callMutation(build, calls.startNextCase, inPlace),
    start: callMutation(build, calls.startCase, inPlace),
    release: callMutation(build, calls.releaseCase, inPlace),
    decide: callMutation(build, calls.decideCase, inPlace),
    examinationSettings: callQuery(build, calls.getExaminationSettings, listed),
    proposeSettings: callMutation(build, calls.proposeSettings, changesList),
    publishSettings: callMutation(build, calls.publishSettings, changesList),
    withdrawSettings: callMutation(build, calls.withdrawSettings, changesList),
  }),
});

/**
 * Polls a query as its last response asks.
 * @returns the query's options, and a function to be called in each rendering with the interval; 0: never
 */
export function usePolling() {
  const [pollMs, setPollMs] = useState(0);
  return {
    options: { refetchOnFocus: true, pollingInterval: pollMs, skipPollingIfUnfocused: true },
    pollEvery: (nextPollMs: number) => {
      if (pollMs !== nextPollMs) setPollMs(nextPollMs);
    },
  };
}
