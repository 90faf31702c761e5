import type { Response } from 'express';

/** Sends the browser on to the status page, which reads by itself how the order stands. */
export const redirectToStatusPage = (response: Response, orderId: string): void =>
  response.redirect(303, `/paymentstatus?order_id=${encodeURIComponent(orderId)}`);
