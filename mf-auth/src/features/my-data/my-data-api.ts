import type { CallRequest } from '@archaka/contracts/calls';
import * as calls from '@archaka/contracts/calls';
import { callQuery, createPortalApi } from '@archaka/platform';
import { sendCommand } from '@archaka/platform/core';
import { withProof } from '../../auth-commands.ts';

/** Each section reports its own failure. */
const fresh = { quiet: true, background: true, keepUnusedDataFor: 0 };

export const myDataApi = createPortalApi({
  name: 'myData',
  tagTypes: ['account', 'audit', 'erasure'],
  endpoints: (build) => ({
    account: callQuery(build, calls.getAccount, { ...fresh, providesTags: ['account'] }),
    applications: callQuery(build, calls.getApplications, fresh),
    ownErasure: callQuery(build, calls.getOwnErasure, { ...fresh, providesTags: ['erasure'] }),
    erasure: callQuery(build, calls.getErasure, { ...fresh, providesTags: ['erasure'] }),
    retention: callQuery(build, calls.getRetention, { quiet: true, background: true }),
    consents: callQuery(build, calls.getConsents, fresh),
    signUpConsents: callQuery(build, calls.getSignUpConsents, fresh),
    authAudit: callQuery(build, calls.getAuthAudit, { ...fresh, providesTags: ['audit'] }),
    applicationAudit: callQuery(build, calls.getApplicationAudit, { ...fresh, providesTags: ['audit'] }),
    paymentAudit: callQuery(build, calls.getPaymentAudit, { ...fresh, providesTags: ['audit'] }),
    ticketAudit: callQuery(build, calls.getTicketAudit, { ...fresh, providesTags: ['audit'] }),
  }),
});

export const correctAccount = (body: CallRequest<typeof calls.correctAccount>) =>
  sendCommand(calls.correctAccount, body);
export const requestNumberChange = withProof(calls.requestNumberChange);
export const changeNumber = withProof(calls.changeNumber);
export const requestNumberUndo = withProof(calls.requestNumberUndo);
export const undoNumberChange = withProof(calls.undoNumberChange);
export const requestErasure = () => sendCommand(calls.requestErasure, {});
export const withdrawApplication = (body: CallRequest<typeof calls.withdrawApplication>) =>
  sendCommand(calls.withdrawApplication, body);
