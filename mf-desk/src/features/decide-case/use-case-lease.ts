import type { DeskCase, ScrutinyState, StaffMember } from '@archaka/contracts/calls';
import { type PortalError, portalNow, usePortalDispatch, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { describeFailure } from '../../failures.ts';

const WAITING: ReadonlySet<ScrutinyState> = new Set(['waiting', 'second-look', 'appealed']);

const notWaiting: Word = msg`This case does not wait for a decision.`;
const holder = (name: string): Word => msg`${name} has this case open.`;
const otherClerk: Word = msg`Another clerk has this case open.`;

/** The lease of one case: started, transferred from another clerk, and released when the case is left. */
export function useCaseLease({ summary }: DeskCase, member: StaffMember) {
  const { application_id, lease, scrutiny } = summary;
  const [startCase, { isLoading }] = deskApi.useStartMutation();
  const [message, setMessage] = useState<Word>();
  /** Another clerk's, as the last start has found. */
  const [isHeld, setIsHeld] = useState(false);
  const dispatch = usePortalDispatch();
  const isValid = lease !== undefined && Date.parse(lease.until) > portalNow();
  const isOwn = isValid && lease.staff_id === member.id;
  const isOthers = isValid && !isOwn;
  const release = useReleaseAtLeaving(application_id, isOwn);

  async function start(options: { override: boolean }): Promise<void> {
    const { data, error } = await startCase({ application_id, take_over: options.override });
    const started = data?.data?.[0];
    if (started) {
      setIsHeld(false);
      setMessage(undefined);
      await dispatch(
        deskApi.util.upsertQueryData('case', { application_id }, { status: 200, data: [started] }) as never,
      );
    } else if (data?.status === 420) {
      setIsHeld(true);
      setMessage(otherClerk);
      dispatch(deskApi.util.invalidateTags(['case']));
    } else {
      setMessage(data ? notWaiting : describeFailure(error as PortalError));
      if (data) dispatch(deskApi.util.invalidateTags(['case']));
    }
  }

  return {
    isOwn,
    mayStart: WAITING.has(scrutiny),
    isHeld: isOthers || isHeld,
    message: isOthers ? holder(lease.name) : message,
    isStarting: isLoading,
    start,
    ...release,
  };
}
export type CaseLease = ReturnType<typeof useCaseLease>;

/** A reload keeps the lease: the page does not know then whether it is left. */
function useReleaseAtLeaving(applicationId: string, isOwn: boolean) {
  const isLeased = useRef(isOwn);
  const dispatch = usePortalDispatch();
  useEffect(() => {
    isLeased.current = isOwn;
  }, [isOwn]);
  /** Also for who comes back to the case before it is read anew. */
  const endLease = (state?: ScrutinyState) => {
    isLeased.current = false;
    const change = deskApi.util.updateQueryData('case', { application_id: applicationId }, ({ data }) => {
      const summary = data?.[0]?.summary;
      if (!summary) return;
      delete summary.lease;
      if (state) summary.scrutiny = state;
    });
    dispatch(change);
  };
  const release = async () => {
    if (!isLeased.current) return;
    endLease();
    await dispatch(deskApi.endpoints.release.initiate({ application_id: applicationId }));
  };
  const latest = useRef(release);
  useEffect(() => {
    latest.current = release;
  });
  useEffect(() => () => void latest.current(), []);
  /** A decision ends the lease. */
  return { release, markDecided: (state: ScrutinyState) => endLease(state) };
}
