import type { Call } from '@archaka/contracts';
import { type PortalRequest, type RequestResult, sendRequest } from './send-request.ts';

/** In the background for every page's frame, without the store's queries; failures are not shown. */
export const sendQuery = <SentCall extends Call>(
  call: SentCall,
  body: SentCall['request']['_input'],
  { asksToSignIn = true }: Pick<PortalRequest, 'asksToSignIn'> = {},
) =>
  sendRequest({ call, body, quiet: true, background: true, asksToSignIn }, { isCommand: false }) as Promise<
    RequestResult<SentCall['response']['body']['_output']>
  >;
