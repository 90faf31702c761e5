import { getRetention } from '@archaka/contracts';
import { handleCall, loadRetentionRules, ok, type RetentionFiles } from '@archaka/service-kit';

const MAX_AGE_SECONDS = 300;

/** Reads the file for each response, so that a changed period shows at once. */
export const createGetRetentionHandler = (files: RetentionFiles) =>
  handleCall(getRetention, {
    maxAge: MAX_AGE_SECONDS,
    handle: async () => {
      const rules = await loadRetentionRules(files);
      return ok({
        data: rules.map(({ kind, what, period, counted_from, reason }) => ({
          kind,
          what,
          period,
          counted_from,
          reason,
        })),
      });
    },
  });
