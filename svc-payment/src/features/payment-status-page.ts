import type { Response } from 'express';

/** Sends the browser on to the status page, which reads the state by itself. */
export const toStatusPage = (response: Response, orderId: string): void =>
  response.redirect(303, `/paymentstatus?order_id=${encodeURIComponent(orderId)}`);
