import type { Response } from 'express';

export const redirectToStatusPage = (response: Response, orderId: string): void =>
  response.redirect(303, `/paymentstatus?order_id=${encodeURIComponent(orderId)}`);
