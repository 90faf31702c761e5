import { closePayments } from '@archaka/contracts';
import { handleCall, ok } from '@archaka/service-kit';
import type { CloseRecord } from './close-record.ts';

/** For svc-application, before an unpaid application is withdrawn or erased. */
export const createClosePaymentsHandler = (closeRecord: CloseRecord) =>
  handleCall(closePayments, {
    handle: async ({ body: { application_id } }) => {
      const { settlement } = await closeRecord(application_id, { mayBePaid: false });
      return ok({ data: settlement === 'settled' ? [] : [{ state: settlement }] });
    },
  });
