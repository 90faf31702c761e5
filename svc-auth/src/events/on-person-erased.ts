import {
  applicationPersonErased,
  type ErasureReport,
  type ErasureReportEvent,
  paymentPersonErased,
  ticketPersonErased,
} from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { toServiceState } from '../domain/erasure.ts';
import { erasingServices } from '../features/erase-person/erasure-state.ts';
import type { ErasingService, ErasureRepository } from '../persistence/erasure-repository.ts';

interface ErasureReportDependencies {
  readonly erasures: ErasureRepository;
  readonly eraseAccount: (accountId: string) => Promise<void>;
}

/** Deletes the account once every service is done, except for data that only awaits its date. */
export function onPersonErased({ erasures, eraseAccount }: ErasureReportDependencies): EventHandler[] {
  const handleReport =
    (service: ErasingService) =>
    async ({ user_id, at, remaining }: ErasureReport): Promise<void> => {
      const erasure = await erasures.recordReport(user_id, service, { at: new Date(at), remaining });
      if (!erasure || erasure.done_at) return;
      if (erasingServices.some((each) => toServiceState(erasure.reports[each]) !== 'done')) return;
      await eraseAccount(user_id);
      await erasures.markDone(user_id);
    };
  const handle = (event: ErasureReportEvent, service: ErasingService) =>
    handleEvent(event, handleReport(service));
  return [
    handle(applicationPersonErased, 'application'),
    handle(paymentPersonErased, 'payment'),
    handle(ticketPersonErased, 'ticket'),
  ];
}
