import type { CallAnswer, CallDefinition, CallRequest } from '@archaka/contracts/calls';
import { useState } from 'react';
import { type CallOptions, type RequestResult, sendRequest } from './send-request.ts';

export type CommandResult<SentCall extends CallDefinition> = RequestResult<CallAnswer<SentCall>>;

/** Sends a command once; for screens that render before the store's queries are loaded. */
export const sendCommand = <SentCall extends CallDefinition>(
  call: SentCall,
  body: CallRequest<SentCall>,
  options: CallOptions = {},
): Promise<CommandResult<SentCall>> =>
  sendRequest({ call, body, ...options }, { isCommand: true }) as Promise<CommandResult<SentCall>>;

type CommandState = 'idle' | 'loading' | 'failed';

/** @returns how to send the command, and the state of its last call */
export function useCommand<Body, Result extends { error?: unknown }>(send: (body: Body) => Promise<Result>) {
  const [state, setState] = useState<CommandState>('idle');
  const run = async (body: Body): Promise<Result> => {
    setState('loading');
    const result = await send(body);
    setState(result.error ? 'failed' : 'idle');
    return result;
  };
  return [run, { isLoading: state === 'loading', isError: state === 'failed' }] as const;
}
