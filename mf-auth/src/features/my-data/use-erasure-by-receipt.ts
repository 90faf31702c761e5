import type { ErasureState } from '@archaka/contracts/calls';
import { skipToken } from '@archaka/platform';
import { useState } from 'react';
import { useErasureQuery } from './my-data-api.ts';

const POLL_MS = 3000;

/** Polls until it is done; needs no session, which ends with the account. */
export function useErasureByReceipt(receipt: string | undefined): ErasureState | undefined {
  const [isDone, setDone] = useState(false);
  const { data } = useErasureQuery(receipt ? { receipt } : skipToken, {
    pollingInterval: isDone ? 0 : POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const state = data?.data?.[0];
  if (state?.done_at && !isDone) setDone(true);
  return state;
}
