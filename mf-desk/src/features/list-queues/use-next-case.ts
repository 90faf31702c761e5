import { type PortalError, useNavigate, usePortalDispatch, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { type QueueFilter, toCaseAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { describeFailure } from '../../failures.ts';

const noneWaits: Word = msg`No further case waits here.`;

/** Leases the next case of a queue and opens it. */
export function useNextCase() {
  const [startNext, { isLoading }] = deskApi.useStartNextMutation();
  const [message, setMessage] = useState<Word>();
  const navigate = useNavigate();
  const dispatch = usePortalDispatch();

  async function start(filter: QueueFilter, without: readonly string[] = []): Promise<boolean> {
    if (isLoading) return false;
    const { district, type } = filter;
    const { data, error } = await startNext({
      ...(district !== undefined && { district_id: district }),
      ...(type !== undefined && { exam_type: type }),
      without: [...without],
    });
    const next = data?.data?.[0];
    if (!next) {
      setMessage(error ? describeFailure(error as PortalError) : noneWaits);
      return false;
    }
    const { application_id } = next.summary;
    await dispatch(
      deskApi.util.upsertQueryData('case', { application_id }, { status: 200, data: [next] }) as never,
    );
    await navigate(toCaseAddress(application_id, filter), { state: { without } });
    return true;
  }

  return { start, isStarting: isLoading, message };
}
