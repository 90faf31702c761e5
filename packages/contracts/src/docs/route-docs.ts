import * as z from 'zod';
import type { routes } from '../routes.ts';
import { ticketVerdict } from '../ticket/verdict.ts';
import type { AnswerDoc, RouteDoc } from './doc.ts';

const orderId = z.string().min(1).max(100);
const stored = z.object({ document_id: z.string(), filetype: z.string(), bytes: z.int() });
const storedAnswer: AnswerDoc = { says: 'Stored', content: { 'application/json': stored } };
const toStatusPage: AnswerDoc = {
  says: 'On to the page of the payment’s status',
  headers: z.object({ location: z.string() }),
};
const waiting = z.object({ state: z.string(), version: z.int().optional() });
const beingMade: AnswerDoc = {
  says: 'Being made; ask again after the seconds of Retry-After',
  content: { 'application/json': waiting },
  headers: z.object({ 'retry-after': z.string() }),
};

const tus = { 'tus-resumable': z.literal('1.0.0') };

/** By the names of the routes. */
export const routeDocs: Readonly<Record<keyof typeof routes, RouteDoc>> = {
  uploadDocument: {
    summary: 'Stores a file of the form',
    body: {
      'multipart/form-data': z.object({
        kind: z.enum(['image', 'birthcertificate', 'perviouscertificate', 'markmemos']),
        file: z.file(),
      }),
    },
    answers: { 201: storedAnswer },
    refusals: [400, 413, 415],
  },
  getDocument: {
    summary: 'An own file',
    answers: {
      200: { says: 'The file', content: { 'image/jpeg': null, 'image/png': null, 'application/pdf': null } },
    },
    refusals: [403, 404],
  },
  beginUpload: {
    summary: 'Begins an upload that can be resumed (tus 1.0)',
    headers: z.object({
      ...tus,
      'upload-length': z.string().regex(/^\d{1,15}$/),
      'upload-metadata': z.string().describe('kind and filename, their values in base64'),
    }),
    answers: {
      201: { says: 'Begun', headers: z.object({ location: z.string(), 'tus-resumable': z.string() }) },
    },
    refusals: [400, 412, 413, 415],
  },
  getUpload: {
    summary: 'What a finished upload has become; HEAD tells how much of it is there',
    answers: { 200: storedAnswer },
    refusals: [400, 404, 409, 415],
  },
  continueUpload: {
    summary: 'Sends further bytes of an upload',
    headers: z.object({ ...tus, 'upload-offset': z.string().regex(/^\d{1,15}$/) }),
    body: { 'application/offset+octet-stream': null },
    answers: { 200: storedAnswer, 204: { says: 'These bytes are kept' } },
    refusals: [400, 404, 409, 412, 413, 415],
  },
  cancelUpload: {
    summary: 'Throws an unfinished upload away',
    headers: z.object(tus),
    answers: { 204: { says: 'Thrown away' } },
    refusals: [400, 404, 409, 412, 413],
  },
  updates: {
    summary: 'Server-sent events `payment` and `ticket` of the signed-in user; a heartbeat every 15 seconds',
    answers: { 200: { says: 'The stream', content: { 'text/event-stream': null } } },
  },
  paymentCallback: {
    summary: 'The payment provider’s page sends the browser back here',
    body: {
      'application/x-www-form-urlencoded': z.object({
        razorpay_order_id: orderId,
        razorpay_payment_id: z.string(),
        razorpay_signature: z.string(),
      }),
    },
    answers: { 303: toStatusPage },
    refusals: [400, 413, 415],
  },
  paymentCancel: {
    summary: 'The applicant turned back at the checkout',
    query: z.object({ order_id: orderId }),
    answers: { 303: toStatusPage },
    refusals: [400],
  },
  paymentWebhook: {
    summary: 'The payment provider’s notices, signed over the body',
    headers: z.object({ 'x-razorpay-signature': z.string(), 'x-razorpay-event-id': z.string().optional() }),
    body: { 'application/json': z.looseObject({ event: z.string() }) },
    answers: {
      200: { says: 'Kept', content: { 'application/json': z.object({ status: z.literal('ok') }) } },
    },
    refusals: [400, 413, 415],
  },
  paymentTimeline: {
    summary: 'The payments of an own order, line by line',
    query: z.object({ order_id: orderId, language: z.enum(['te', 'en']).optional() }),
    answers: { 200: { says: 'The document', content: { 'application/pdf': null } } },
    refusals: [400, 403, 404],
  },
  getTicket: {
    summary: 'The hall ticket of an own paid application',
    answers: {
      200: {
        says: 'The ticket',
        content: { 'application/pdf': null },
        headers: z.object({ 'x-ticket-version': z.string() }),
      },
      202: beingMade,
    },
    refusals: [403, 404],
  },
  previewTicket: {
    summary: 'An own ticket as it will be printed, marked as not valid',
    answers: { 200: { says: 'The picture', content: { 'image/png': null } }, 202: beingMade },
    refusals: [404],
  },
  verifyTicket: {
    summary: 'Whether the ticket behind a code is genuine and current',
    answers: {
      200: { says: 'The verdict', content: { 'text/html': null, 'application/json': ticketVerdict } },
    },
    refusals: [404],
  },
  scanner: {
    summary: 'The page that examination halls scan tickets with',
    answers: { 200: { says: 'The page', content: { 'text/html': null } } },
  },
  scannerFile: {
    summary: 'A file of that page',
    answers: { 200: { says: 'The file', content: { '*/*': null } } },
    refusals: [404],
  },
  inbox: {
    summary: 'The one-time passwords of a local portal, newest first',
    query: z.object({ number: z.string().optional() }),
    answers: {
      200: {
        says: 'The messages',
        content: {
          'application/json': z.array(z.object({ number: z.string(), otp: z.string(), at: z.string() })),
        },
      },
    },
  },
};
