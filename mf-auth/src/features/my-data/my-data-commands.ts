import {
  changeNumber as changeNumberCall,
  correctAccount as correctAccountCall,
  requestErasure as requestErasureCall,
  requestNumberChange as requestNumberChangeCall,
  withdrawApplication as withdrawApplicationCall,
} from '@archaka/contracts';
import { sendCommand } from '@archaka/platform/core';

export const correctAccount = (body: (typeof correctAccountCall)['request']['_input']) =>
  sendCommand(correctAccountCall, body);
export const requestNumberChange = (body: (typeof requestNumberChangeCall)['request']['_input']) =>
  sendCommand(requestNumberChangeCall, body);
export const changeNumber = (body: (typeof changeNumberCall)['request']['_input']) =>
  sendCommand(changeNumberCall, body);
export const requestErasure = () => sendCommand(requestErasureCall, {});
export const withdrawApplication = (body: (typeof withdrawApplicationCall)['request']['_input']) =>
  sendCommand(withdrawApplicationCall, body);
