import { tryAgain } from '../recovery/try-again.ts';
import { portalStore } from '../store/portal-store.ts';
import type { PortalError } from './portal-error.ts';
import { basePortalQuery } from './portal-query.ts';

type PortalQuery = typeof basePortalQuery;

/** A query as RTK Query keeps it in the store, as far as it is looked at here. */
export interface KeptQuery {
  readonly status: string;
  readonly endpointName: string;
  readonly originalArgs?: unknown;
  readonly error?: unknown;
}

/** A part that is down; an instance of it that does not know the call yet. What it says of the applicant stays so. */
const mayPass = (error: unknown): boolean =>
  ['unexpected', 'not-found'].includes((error as PortalError | undefined)?.kind ?? '');

function queriesOf(api: string): Readonly<Record<string, KeptQuery | undefined>> {
  const state = portalStore.getState() as Readonly<Record<string, unknown>>;
  return (state[api] as { queries?: Record<string, KeptQuery> } | undefined)?.queries ?? {};
}

/**
 * The base query of an api whose failed queries are asked again by themselves until each has its answer; commands
 * never are. A failure is said once, not at each try.
 * @param ask asks a query of this api again, whatever is kept of it
 */
export function recoveringQuery(api: string, ask: (query: KeptQuery) => Promise<unknown>): PortalQuery {
  let isRecovering = false;
  const failed = () =>
    Object.values(queriesOf(api)).filter(
      (query) => query?.status === 'rejected' && mayPass(query.error),
    ) as KeptQuery[];

  async function askFailed(): Promise<boolean> {
    await Promise.all(failed().map(ask));
    isRecovering = failed().length > 0;
    return !isRecovering;
  }

  return async (request, asked, extra) => {
    const failedBefore = queriesOf(api)[asked.queryCacheKey ?? '']?.error !== undefined;
    const result = await basePortalQuery(failedBefore ? { ...request, quiet: true } : request, asked, extra);
    if (asked.type === 'query' && mayPass(result.error) && !isRecovering) {
      isRecovering = true;
      tryAgain(askFailed);
    }
    return result;
  };
}
