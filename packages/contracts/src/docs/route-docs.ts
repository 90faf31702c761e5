import * as z from 'zod';
import { seatExportQuery } from '../desk/hall-calls.ts';
import { caseExportQuery, contactExportQuery } from '../desk/schemas.ts';
import { dayRequest } from '../payment/reconciliation.ts';
import type { routes } from '../routes.ts';
import { hallPackQuery } from '../ticket/halls.ts';
import { ticketVerification } from '../ticket/verification.ts';
import type { ResponseDoc, RouteDoc } from './call-docs.ts';

export * from './call-docs.ts';

const orderId = z.string().min(1).max(100);
const storedDocument = z.object({ document_id: z.string(), filetype: z.string(), bytes: z.int() });
const documentDetails = z.object({
  filetype: z.string(),
  bytes: z.int(),
  name: z.string().optional().describe('as the device called it'),
  pages: z.int().optional().describe('of a PDF'),
  picture: z.base64().optional().describe('JPEG of 128 × 128 pixels of the photo or the first page'),
});
const storedResponse: ResponseDoc = {
  description: 'Stored',
  content: { 'application/json': storedDocument },
};
const statusPageRedirect: ResponseDoc = {
  description: 'A redirect to the page of the payment’s status',
  headers: z.object({ location: z.string() }),
};
const pendingTicket = z.object({ state: z.string(), version: z.int().optional() });
const pendingResponse: ResponseDoc = {
  description: 'Being printed; repeat after the seconds of Retry-After',
  content: { 'application/json': pendingTicket },
  headers: z.object({ 'retry-after': z.string() }),
};

const tableOf = (description: string): RouteDoc['responses'] => ({
  200: {
    description,
    content: {
      'text/csv': null,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': null,
    },
  },
});

const tusHeaders = { 'tus-resumable': z.literal('1.0.0') };

export const routeDocs: Readonly<Record<keyof typeof routes, RouteDoc>> = {
  uploadDocument: {
    summary: 'Stores a file of the form',
    body: {
      'multipart/form-data': z.object({
        kind: z.enum([
          'image',
          'birthcertificate',
          'perviouscertificate',
          'markmemos',
          'accommodationcertificate',
        ]),
        file: z.file(),
      }),
    },
    responses: { 201: storedResponse },
    problems: [400, 413, 415],
  },
  getDocument: {
    summary: 'A file of the applicant',
    responses: {
      200: {
        description: 'The file, or for `accept: application/json` its details, which no audit entry records',
        content: {
          'image/jpeg': null,
          'image/png': null,
          'application/pdf': null,
          'application/json': documentDetails,
        },
      },
    },
    problems: [403, 404],
  },
  getCasePaper: {
    summary: 'A paper of an application, for staff',
    responses: {
      200: {
        description: 'The paper',
        content: { 'image/jpeg': null, 'image/png': null, 'application/pdf': null },
      },
    },
    problems: [403, 404],
  },
  exportCases: {
    summary: 'A list of applications without personal data, for staff',
    query: caseExportQuery,
    responses: tableOf('One row an application, newest first'),
    problems: [400, 403, 404],
  },
  exportContacts: {
    summary: 'A list of applications with names and mobile numbers, requested for a reason, for staff',
    query: contactExportQuery,
    responses: tableOf('One row an application, newest first'),
    problems: [400, 403, 404],
  },
  exportSeats: {
    summary: 'The planned seats of a centre district without names, for staff',
    query: seatExportQuery,
    responses: tableOf('One row a candidate, by roll number'),
    problems: [400, 403, 404],
  },
  downloadHallPack: {
    summary: 'The pack of a centre district: tickets, lists and the data of scanners, for staff',
    query: hallPackQuery,
    responses: { 200: { description: 'The pack', content: { 'application/zip': null } } },
    problems: [400, 403, 404],
  },
  exportRevaluations: {
    summary: 'The paid revaluations that wait for their marks, without names, for staff',
    responses: tableOf('One row a paper, those that have waited longest first'),
    problems: [403, 404],
  },
  exportReconciliation: {
    summary: 'The reconciliation of a day, for staff',
    query: dayRequest,
    responses: tableOf('Sums, settlements, then differences'),
    problems: [400, 403, 404],
  },
  beginUpload: {
    summary: 'Begins an upload that can be resumed (tus 1.0)',
    headers: z.object({
      ...tusHeaders,
      'upload-length': z.string().regex(/^\d{1,15}$/),
      'upload-metadata': z.string().describe('kind and filename, their values in base64'),
    }),
    responses: {
      201: {
        description: 'Started',
        headers: z.object({ location: z.string(), 'tus-resumable': z.string() }),
      },
    },
    problems: [400, 412, 413, 415],
  },
  getUpload: {
    summary: 'The file of a complete upload; HEAD returns the number of received bytes',
    responses: { 200: storedResponse },
    problems: [400, 404, 409, 415],
  },
  continueUpload: {
    summary: 'Sends further bytes of an upload',
    headers: z.object({ ...tusHeaders, 'upload-offset': z.string().regex(/^\d{1,15}$/) }),
    body: { 'application/offset+octet-stream': null },
    responses: { 200: storedResponse, 204: { description: 'These bytes are stored' } },
    problems: [400, 404, 409, 412, 413, 415],
  },
  cancelUpload: {
    summary: 'Deletes an incomplete upload',
    headers: z.object(tusHeaders),
    responses: { 204: { description: 'Deleted' } },
    problems: [400, 404, 409, 412, 413],
  },
  updates: {
    summary:
      'Server-sent events `payment`, `ticket` and `decision` of the signed-in user; a heartbeat every 15 seconds',
    responses: { 200: { description: 'The stream', content: { 'text/event-stream': null } } },
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
    responses: { 303: statusPageRedirect },
    problems: [400, 413, 415],
  },
  paymentCancel: {
    summary: 'The applicant cancelled at the checkout',
    query: z.object({ order_id: orderId }),
    responses: { 303: statusPageRedirect },
    problems: [400],
  },
  paymentWebhook: {
    summary: 'The payment provider’s webhooks, with a signature of the body',
    headers: z.object({ 'x-razorpay-signature': z.string(), 'x-razorpay-event-id': z.string().optional() }),
    body: { 'application/json': z.looseObject({ event: z.string() }) },
    responses: {
      200: { description: 'Stored', content: { 'application/json': z.object({ status: z.literal('ok') }) } },
    },
    problems: [400, 413, 415],
  },
  getTicket: {
    summary: 'The hall ticket of a paid application of the applicant',
    responses: {
      200: {
        description: 'The ticket',
        content: { 'application/pdf': null },
        headers: z.object({ 'x-ticket-version': z.string() }),
      },
      202: pendingResponse,
    },
    problems: [403, 404],
  },
  previewTicket: {
    summary: 'A preview of the applicant’s ticket, marked as not valid',
    responses: {
      200: { description: 'A page for a frame', content: { 'text/html': null } },
      202: {
        description: 'A page for an application whose event has not arrived yet',
        content: { 'text/html': null },
      },
    },
    problems: [404],
  },
  examinationCalendar: {
    summary:
      'The day of the examination of a paid application of the applicant, as a calendar file (iCalendar)',
    responses: { 200: { description: 'The file', content: { 'text/calendar': null } } },
    problems: [403, 404],
  },
  getMemo: {
    summary: 'The memo of marks of an application of the applicant',
    responses: { 200: { description: 'The memo', content: { 'application/pdf': null } } },
    problems: [403, 404],
  },
  resultsPage: {
    summary: 'The page that finds a result by roll number and date of birth',
    responses: { 200: { description: 'The page', content: { 'text/html': null } } },
  },
  findResult: {
    summary: 'The result of a roll number and date of birth',
    body: {
      'application/x-www-form-urlencoded': z.object({ roll_number: z.string(), dob: z.string() }),
    },
    responses: { 200: { description: 'The result, or that there is none', content: { 'text/html': null } } },
    problems: [400, 413, 415, 429],
  },
  verifyTicket: {
    summary: 'Verifies that the ticket of a code is genuine and current',
    responses: {
      200: {
        description: 'The result of the verification',
        content: { 'text/html': null, 'application/json': ticketVerification },
      },
    },
    problems: [404],
  },
  scanner: {
    summary: 'The page that examination halls scan tickets with',
    responses: { 200: { description: 'The page', content: { 'text/html': null } } },
  },
  scannerFile: {
    summary: 'A file of that page',
    responses: { 200: { description: 'The file', content: { '*/*': null } } },
    problems: [404],
  },
  exportMyData: {
    summary: 'All data of the user as one zip; 401 unless signed in within five minutes',
    responses: {
      200: {
        description: 'The zip',
        content: { 'application/zip': null },
        headers: z.object({
          'x-missing-services': z.string().describe('Services that did not respond, or empty'),
        }),
      },
    },
    problems: [401, 429],
  },
  inbox: {
    summary: 'The one-time passwords of a local portal, newest first',
    query: z.object({ number: z.string().optional() }),
    responses: {
      200: {
        description: 'The messages',
        content: {
          'application/json': z.array(z.object({ number: z.string(), otp: z.string(), at: z.string() })),
        },
      },
    },
  },
};
