import {
  type BatchResult,
  isApplicationId,
  type ScrutinyState,
  type SeatList,
  type WaitingRevaluation,
} from '@archaka/contracts/calls';

/** Of a queue; both by id. */
export interface QueueFilter {
  readonly district?: number | undefined;
  readonly type?: number | undefined;
}

export interface SearchFilter extends QueueFilter {
  readonly payment?: string | undefined;
  readonly scrutiny?: ScrutinyState | undefined;
  /** The last application of the page before. */
  readonly after?: string | undefined;
}

const PAGES = [
  'home',
  'search',
  'queue',
  'batches',
  'help',
  'payments',
  'reconciliation',
  'reports',
  'audit',
  'notices',
  'examination',
  'results',
  'revaluations',
  'attendance',
  'halls',
  'staff',
  'passkeys',
  'sign-in',
] as const;

/** Those without an ID in their address. */
export type PageName = (typeof PAGES)[number] | 'unknown';

export type DeskPage =
  | { readonly page: PageName }
  | { readonly page: 'case'; readonly applicationId: string }
  | { readonly page: 'batch'; readonly batchId: string }
  | { readonly page: 'grievance'; readonly number: string };

export function readDeskPage(pathname: string): DeskPage {
  const [name = '', id = '', ...rest] = pathname.split('/').slice(2);
  if (rest.length > 0) return { page: 'unknown' };
  if (name === 'case' && id) return { page: 'case', applicationId: decodeURIComponent(id) };
  if (name === 'batches' && id) return { page: 'batch', batchId: decodeURIComponent(id) };
  if (name === 'help' && id) return { page: 'grievance', number: decodeURIComponent(id) };
  if (id) return { page: 'unknown' };
  if (name === '') return { page: 'home' };
  return { page: PAGES.find((page) => page === name) ?? 'unknown' };
}

const toNumber = (text: string | null): number | undefined => (text ? Number(text) || undefined : undefined);

export const readQueueFilter = (parameters: URLSearchParams): QueueFilter => ({
  district: toNumber(parameters.get('district')),
  type: toNumber(parameters.get('type')),
});

export const readSearchFilter = (parameters: URLSearchParams): SearchFilter => ({
  ...readQueueFilter(parameters),
  payment: parameters.get('payment') ?? undefined,
  scrutiny: (parameters.get('scrutiny') as ScrutinyState | null) ?? undefined,
  after: parameters.get('after') ?? undefined,
});

/** As the calls of the desk name them; 'pending' in the address stands for the empty payment status. */
export const toCaseFacets = ({ district, type, payment, scrutiny }: SearchFilter) => ({
  ...(district !== undefined && { district_id: district }),
  ...(type !== undefined && { exam_type: type }),
  ...(payment !== undefined && {
    payment_status: payment === 'pending' ? ('' as const) : (payment as 'S' | 'F' | 'C'),
  }),
  ...(scrutiny !== undefined && { scrutiny }),
});

function toAddress(path: string, values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${path}?${query}` : path;
}

export const toQueueAddress = ({ district, type }: QueueFilter): string =>
  toAddress('/desk/queue', { district, type });

export const toReportsAddress = ({ district, type, payment, scrutiny }: SearchFilter): string =>
  toAddress('/desk/reports', { district, type, payment, scrutiny });

export interface AuditFilter {
  /** ISO 8601, in India. */
  readonly day: string;
  readonly staff?: string | undefined;
  readonly application?: string | undefined;
  /** The last entry of the page before. */
  readonly after?: string | undefined;
}

/** @param today the day of an address without one */
export const readAuditFilter = (parameters: URLSearchParams, today: string): AuditFilter => ({
  day: parameters.get('day') ?? today,
  staff: parameters.get('staff') ?? undefined,
  application: parameters.get('application') ?? undefined,
  after: parameters.get('after') ?? undefined,
});

export const toAuditAddress = ({ day, staff, application, after }: AuditFilter): string =>
  toAddress('/desk/audit', { day, staff, application, after });

export const toReconciliationAddress = (day: string): string => toAddress('/desk/reconciliation', { day });

/** @param hall the one whose file is uploaded */
export const toAttendanceAddress = (hall: string): string => toAddress('/desk/attendance', { hall });
export interface HallsFilter {
  /** English name of a centre district. */
  readonly district?: string | undefined;
  readonly list?: SeatList | undefined;
  /** The position of the last seat of the page before. */
  readonly after?: number | undefined;
}

export const readHallsFilter = (parameters: URLSearchParams): HallsFilter => ({
  district: parameters.get('district') ?? undefined,
  list: (parameters.get('list') as SeatList | null) ?? undefined,
  after: toNumber(parameters.get('after')),
});

export const toHallsAddress = ({ district, list, after }: HallsFilter): string =>
  toAddress('/desk/halls', { district, list, after });

/** @param after the last grievance of the page before */
export const toHelpAddress = (after?: string): string => toAddress('/desk/help', { after });

/** Of a caller without an application. */
export const toGrievanceAddress = (number: string): string => `/desk/help/${encodeURIComponent(number)}`;

/** The last one of the page before. */
type RevaluationPosition = Pick<WaitingRevaluation, 'application_id' | 'paid_at'>;

export function readRevaluationPosition(parameters: URLSearchParams): RevaluationPosition | undefined {
  const [application_id, paid_at] = [parameters.get('after'), parameters.get('paid')];
  return application_id && paid_at ? { application_id, paid_at } : undefined;
}

export const toRevaluationsAddress = (after?: RevaluationPosition): string =>
  toAddress('/desk/revaluations', { after: after?.application_id, paid: after?.paid_at });

/** @param after the last batch of the page before */
export const toBatchesAddress = (after?: string): string => toAddress('/desk/batches', { after });

/** Which cases of a batch are shown. */
interface BatchFilter {
  readonly result?: BatchResult | undefined;
  /** The last application of the page before. */
  readonly after?: string | undefined;
}

export const readBatchFilter = (parameters: URLSearchParams): BatchFilter => ({
  result: (parameters.get('result') as BatchResult | null) ?? undefined,
  after: parameters.get('after') ?? undefined,
});

export const toBatchAddress = (batchId: string, { result, after }: BatchFilter = {}): string =>
  toAddress(`/desk/batches/${encodeURIComponent(batchId)}`, { result, after });

/** A case of a queue: the next case is of the same one. */
export const toCaseAddress = (applicationId: string, { district, type }: QueueFilter = {}): string =>
  toAddress(`/desk/case/${encodeURIComponent(applicationId)}`, { district, type });

/** Names, mobile and Aadhaar numbers stay out of addresses, which browsers and proxies record. */
const mayBeInAddress = (text: string): boolean =>
  isApplicationId(text) || /^((order|pay)_\w+|GR\d{2}-\w{8})$/.test(text);

/** A search as an address, and the personal part of it as the state of the history's entry. */
export const toSearch = (text: string, filter: SearchFilter) => {
  const { district, type, payment, scrutiny, after } = filter;
  const isOpen = mayBeInAddress(text);
  return {
    address: toAddress('/desk/search', {
      ...(isOpen && { text }),
      ...{ district, type, payment, scrutiny, after },
    }),
    state: isOpen ? null : { text },
  };
};

export const readSearchText = (parameters: URLSearchParams, state: unknown): string =>
  parameters.get('text') ?? (state as { text?: string } | null)?.text ?? '';
