import { portalStore } from '../store/portal-store.ts';
import { coreApi } from './core-api.ts';
import type { PublicExamination } from './use-examination.ts';

/** Puts the examination that the page brought along where all look for it, so that nobody asks for it again. */
export function primeExamination(examination: PublicExamination): void {
  const value = { status: 200 as const, data: [examination] };
  portalStore.dispatch(
    coreApi.util.upsertQueryEntries([{ endpointName: 'examination', arg: undefined, value }]),
  );
}
