import type { CallSession } from './call.ts';
import type { Service } from './services.ts';

/** Patterns are Express 5's. */
export interface PublicRoute {
  readonly service: Service;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly session: Exclude<CallSession, 'service'>;
  readonly crossSite?: boolean;
}

export const routes = {
  uploadDocument: { service: 'application', method: 'POST', path: '/api/documents', session: 'required' },
  getDocument: { service: 'application', method: 'GET', path: '/api/documents/:id', session: 'required' },
  /** Resumable uploads (tus 1.0); the id's address also answers HEAD. */
  beginUpload: { service: 'application', method: 'POST', path: '/api/uploads', session: 'required' },
  getUpload: { service: 'application', method: 'GET', path: '/api/uploads/:id', session: 'required' },
  continueUpload: { service: 'application', method: 'PATCH', path: '/api/uploads/:id', session: 'required' },
  cancelUpload: { service: 'application', method: 'DELETE', path: '/api/uploads/:id', session: 'required' },
  updates: { service: 'application', method: 'GET', path: '/api/updates', session: 'required' },
  paymentCallback: {
    service: 'payment',
    method: 'POST',
    path: '/api/payment/callback',
    session: 'none',
    crossSite: true,
  },
  paymentCancel: { service: 'payment', method: 'GET', path: '/api/payment/cancel', session: 'none' },
  paymentWebhook: {
    service: 'payment',
    method: 'POST',
    path: '/api/payment/webhook',
    session: 'none',
    crossSite: true,
  },
  getTicket: { service: 'ticket', method: 'GET', path: '/api/tickets/:application_id', session: 'required' },
  previewTicket: {
    service: 'ticket',
    method: 'GET',
    path: '/api/tickets/:application_id/preview',
    session: 'required',
  },
  examinationCalendar: {
    service: 'ticket',
    method: 'GET',
    path: '/api/tickets/:application_id/calendar',
    session: 'required',
  },
  /** The marks of a published result. */
  getMemo: {
    service: 'ticket',
    method: 'GET',
    path: '/api/tickets/:application_id/memo',
    session: 'required',
  },
  /** Anybody finds a result by roll number and date of birth, without scripts. */
  resultsPage: { service: 'ticket', method: 'GET', path: '/results', session: 'none' },
  findResult: { service: 'ticket', method: 'POST', path: '/results', session: 'none' },
  verifyTicket: { service: 'ticket', method: 'GET', path: '/verify/:token', session: 'none' },
  scanner: { service: 'ticket', method: 'GET', path: '/scan', session: 'none' },
  scannerFile: { service: 'ticket', method: 'GET', path: '/scan/:file', session: 'none' },
  /** All of the own data as one zip; 401 unless a one-time password was entered within five minutes. */
  exportMyData: { service: 'auth', method: 'GET', path: '/api/my-data', session: 'required' },
  /** A paper of an application, for a member of the staff. */
  getCasePaper: {
    service: 'desk',
    method: 'GET',
    path: '/api/desk/cases/:application_id/papers/:id',
    session: 'staff',
  },
  /** The applications of some facets, without personal data; as `csv` or `xlsx`. */
  exportCases: { service: 'desk', method: 'GET', path: '/api/desk/exports/:format', session: 'staff' },
  /** The applications of a `requestContacts` with names and mobile numbers, once; as `csv` or `xlsx`. */
  exportContacts: { service: 'desk', method: 'GET', path: '/api/desk/contacts/:format', session: 'staff' },
  /** The planned seats of a centre district, without names; as `csv` or `xlsx`. */
  exportSeats: { service: 'desk', method: 'GET', path: '/api/desk/seats/:format', session: 'staff' },
  /** The pack of a centre district that is made, a zip file. */
  downloadHallPack: { service: 'desk', method: 'GET', path: '/api/desk/hall-pack', session: 'staff' },
  /** Paid revaluations for the evaluators, without names; as `csv` or `xlsx`. */
  exportRevaluations: {
    service: 'desk',
    method: 'GET',
    path: '/api/desk/revaluations/:format',
    session: 'staff',
  },
  /** The reconciliation of a day; as `csv` or `xlsx`. */
  exportReconciliation: {
    service: 'desk',
    method: 'GET',
    path: '/api/desk/reconciliation/:format',
    session: 'staff',
  },
  inbox: { service: 'auth', method: 'GET', path: '/dev/inbox', session: 'none' },
} as const satisfies Record<string, PublicRoute>;

export const internalRoutes = {
  documentContent: {
    name: 'documents',
    service: 'application',
    method: 'GET',
    path: '/internal/documents/:id',
    callers: ['svc-ticket', 'svc-auth'],
  },
  /** A paper that the application names, read for a member of the staff. */
  casePaper: {
    name: 'cases',
    service: 'application',
    method: 'GET',
    path: '/internal/cases/:application_id/papers/:id/for/:staff_id',
    callers: ['svc-desk'],
  },
  ticketContent: {
    name: 'tickets',
    service: 'ticket',
    method: 'GET',
    path: '/internal/tickets/:application_id',
    callers: ['svc-auth'],
  },
  /** A piece of a pack that is made, from 0. */
  hallPackPiece: {
    name: 'packs',
    service: 'ticket',
    method: 'GET',
    path: '/internal/packs/:district/:number/:position',
    callers: ['svc-desk'],
  },
} as const;
