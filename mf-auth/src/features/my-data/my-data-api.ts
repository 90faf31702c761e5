import {
  type CallRequest,
  changeNumber as changeNumberCall,
  correctAccount as correctAccountCall,
  getAccount,
  getApplicationAudit,
  getApplications,
  getAuthAudit,
  getConsents,
  getErasure,
  getOwnErasure,
  getPaymentAudit,
  getRetention,
  getSignUpConsents,
  getTicketAudit,
  requestErasure as requestErasureCall,
  requestNumberChange as requestNumberChangeCall,
  requestNumberUndo as requestNumberUndoCall,
  undoNumberChange as undoNumberChangeCall,
  withdrawApplication as withdrawApplicationCall,
} from '@archaka/contracts/calls';
import { callQuery, createPortalApi } from '@archaka/platform';
import { sendCommand } from '@archaka/platform/core';
import { withProof } from '../../auth-commands.ts';

/** Each section reports its own failure. */
const fresh = { quiet: true, background: true, keepUnusedDataFor: 0 };

const myDataApi = createPortalApi({
  name: 'myData',
  tagTypes: ['account', 'audit', 'erasure'],
  endpoints: (build) => ({
    account: callQuery(build, getAccount, { ...fresh, providesTags: ['account'] }),
    applications: callQuery(build, getApplications, fresh),
    ownErasure: callQuery(build, getOwnErasure, { ...fresh, providesTags: ['erasure'] }),
    erasure: callQuery(build, getErasure, { ...fresh, providesTags: ['erasure'] }),
    retention: callQuery(build, getRetention, { quiet: true, background: true }),
    consents: callQuery(build, getConsents, fresh),
    signUpConsents: callQuery(build, getSignUpConsents, fresh),
    authAudit: callQuery(build, getAuthAudit, { ...fresh, providesTags: ['audit'] }),
    applicationAudit: callQuery(build, getApplicationAudit, { ...fresh, providesTags: ['audit'] }),
    paymentAudit: callQuery(build, getPaymentAudit, { ...fresh, providesTags: ['audit'] }),
    ticketAudit: callQuery(build, getTicketAudit, { ...fresh, providesTags: ['audit'] }),
  }),
});
export const {
  useAccountQuery,
  useApplicationAuditQuery,
  useApplicationsQuery,
  useAuthAuditQuery,
  useConsentsQuery,
  useErasureQuery,
  useOwnErasureQuery,
  usePaymentAuditQuery,
  useRetentionQuery,
  useSignUpConsentsQuery,
  useTicketAuditQuery,
} = myDataApi;

export const correctAccount = (body: CallRequest<typeof correctAccountCall>) =>
  sendCommand(correctAccountCall, body);
export const requestNumberChange = withProof(requestNumberChangeCall);
export const changeNumber = withProof(changeNumberCall);
export const requestNumberUndo = withProof(requestNumberUndoCall);
export const undoNumberChange = withProof(undoNumberChangeCall);
export const requestErasure = () => sendCommand(requestErasureCall, {});
export const withdrawApplication = (body: CallRequest<typeof withdrawApplicationCall>) =>
  sendCommand(withdrawApplicationCall, body);
