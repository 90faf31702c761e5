import type { Log } from '@archaka/service-kit';
import type { Response } from 'express';

/**
 * Sends the browser on to the status page, which reads the state by itself, whatever became of the
 * work before: nobody would send this request again, and what it told comes by webhook or poll too.
 */
export const statusPageAfter =
  (log: Log) =>
  async (
    work: Promise<void>,
    { response, order_id }: { response: Response; order_id: string },
  ): Promise<void> => {
    await work.catch((error: unknown) =>
      log.warn({ err: error }, 'a browser came back and was not understood'),
    );
    response.redirect(303, `/paymentstatus?order_id=${encodeURIComponent(order_id)}`);
  };
