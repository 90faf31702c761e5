import type { Response } from 'express';

/** Sends the browser on to the status page, which reads by itself how the order stands. */
export const toStatusPage = (response: Response, order_id: string): void =>
  response.redirect(303, `/paymentstatus?order_id=${encodeURIComponent(order_id)}`);
