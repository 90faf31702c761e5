import type { CallAnswer, CallDefinition, CallRequest } from '@archaka/contracts/calls';
import { type PortalRequest, type RequestResult, sendRequest } from './send-request.ts';

/** In the background for every page's frame, without the store's queries; failures are not shown. */
export const sendQuery = <SentCall extends CallDefinition>(
  call: SentCall,
  body: CallRequest<SentCall>,
  { asksToSignIn = true }: Pick<PortalRequest, 'asksToSignIn'> = {},
) =>
  sendRequest({ call, body, quiet: true, background: true, asksToSignIn }, { isCommand: false }) as Promise<
    RequestResult<CallAnswer<SentCall>>
  >;
