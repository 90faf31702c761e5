import {
  type CallRequest,
  changeNumber as changeNumberCall,
  correctAccount as correctAccountCall,
  requestErasure as requestErasureCall,
  requestNumberChange as requestNumberChangeCall,
  requestNumberUndo as requestNumberUndoCall,
  undoNumberChange as undoNumberChangeCall,
  withdrawApplication as withdrawApplicationCall,
} from '@archaka/contracts/calls';
import { sendCommand } from '@archaka/platform/core';
import { withProof } from '../../with-proof.ts';

export const correctAccount = (body: CallRequest<typeof correctAccountCall>) =>
  sendCommand(correctAccountCall, body);
export const requestNumberChange = withProof(requestNumberChangeCall);
export const changeNumber = withProof(changeNumberCall);
export const requestNumberUndo = withProof(requestNumberUndoCall);
export const undoNumberChange = withProof(undoNumberChangeCall);
export const requestErasure = () => sendCommand(requestErasureCall, {});
export const withdrawApplication = (body: CallRequest<typeof withdrawApplicationCall>) =>
  sendCommand(withdrawApplicationCall, body);
