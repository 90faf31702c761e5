import { portalStore } from '../store/portal-store.ts';
import { coreApi } from './core-api.ts';
import type { PublicExamination } from './use-examination.ts';

/** Saves the request for the examination that the page already contains. */
export function primeExamination(examination: PublicExamination): void {
  const value = { status: 200 as const, data: [examination] };
  portalStore.dispatch(
    coreApi.util.upsertQueryEntries([{ endpointName: 'examination', arg: undefined, value }]),
  );
}
