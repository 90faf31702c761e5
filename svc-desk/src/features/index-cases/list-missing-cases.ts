import { DAY_MS, listCases } from '@archaka/contracts';
import { defineJob, type Job } from '@archaka/service-kit';
import type { Dependencies } from '../dependencies.ts';

const PAGE = 1000;

/** Adds each application of svc-application that the desk does not list: all of them to an empty database. */
export const createListMissingCasesJob = ({
  services,
  cases,
}: Pick<Dependencies, 'services' | 'cases'>): Job =>
  defineJob({
    name: 'list-missing-cases',
    ms: DAY_MS,
    run: async (signal) => {
      for (let after = ''; !signal.aborted; ) {
        const { data = [] } = await services.call(listCases, { after, limit: PAGE });
        const ids = data.map(({ application_id }) => application_id);
        await cases.addMissing(ids);
        const last = ids.at(-1);
        if (last === undefined || ids.length < PAGE) return;
        after = last;
      }
    },
  });
