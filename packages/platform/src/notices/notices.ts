import { useEffect, useRef } from 'react';
import { browserExtras } from '../device/browser-extras.ts';
import type { User } from '../session/user.ts';

export interface Notices {
  'signed-in': User;
  'signed-out': undefined;
  'sign-in-needed': undefined;
  'sign-in-left': undefined;
  /** Of the department's staff, whose session is apart from an applicant's. */
  'staff-sign-in-needed': undefined;
  /** The same member of the staff as before. */
  'staff-signed-in': undefined;
  'application-changed': { application_id?: string };
  'payment-changed': { order_id?: string };
  'ticket-changed': { application_id?: string };
  /** The stream (re)connected: state may have changed unseen. */
  'updates-connected': undefined;
}

export type NoticeName = keyof Notices;
export type NoticeListener<Name extends NoticeName> = (detail: Notices[Name]) => void;

const localNotices: ReadonlySet<NoticeName> = new Set([
  'sign-in-needed',
  'sign-in-left',
  'staff-sign-in-needed',
  'staff-signed-in',
]);
const tabEvents = new EventTarget();
/** A server has no other tabs, and an open channel would keep its process alive. */
const channel = globalThis.document && browserExtras.openChannel('archaka-notices');

interface Envelope {
  name: NoticeName;
  detail: unknown;
}

const dispatch = ({ name, detail }: Envelope) => tabEvents.dispatchEvent(new CustomEvent(name, { detail }));

channel?.addEventListener('message', ({ data }: MessageEvent<Envelope>) => dispatch(data));

export function broadcastNotice<Name extends NoticeName>(name: Name, detail: Notices[Name]): void {
  channel?.postMessage({ name, detail } satisfies Envelope);
}

export function sendNotice<Name extends NoticeName>(name: Name, detail: Notices[Name]): void {
  dispatch({ name, detail });
  if (!localNotices.has(name)) broadcastNotice(name, detail);
}

/** @returns unsubscribes */
export function onNotice<Name extends NoticeName>(name: Name, listener: NoticeListener<Name>): () => void {
  const handler = (event: Event) => listener((event as CustomEvent<Notices[Name]>).detail);
  tabEvents.addEventListener(name, handler);
  return () => tabEvents.removeEventListener(name, handler);
}

/** Always calls the newest listener. */
export function useNotice<Name extends NoticeName>(name: Name, listener: NoticeListener<Name>): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onNotice(name, (detail) => latest.current(detail)), [name]);
}

interface Refetchable {
  readonly isUninitialized: boolean;
  readonly refetch: () => PromiseLike<{ readonly requestId?: string | undefined }> & {
    readonly requestId: string;
  };
}

/**
 * Refetches when another slice, another tab or the server reports a change. A refetch joins the request in flight, whose
 * response may be older than the change: then another one follows.
 */
export function useRefetchOnUpdate(query: Refetchable): void {
  const mounted = useRef<Refetchable>(undefined);
  useEffect(() => {
    mounted.current = query;
    return () => {
      mounted.current = undefined;
    };
  });
  const refetch = () => (mounted.current?.isUninitialized === false ? mounted.current.refetch() : undefined);
  const refetchAfterChange = async () => {
    const refetched = refetch();
    const result = await refetched;
    if (result?.requestId !== refetched?.requestId) await refetch();
  };
  useNotice('application-changed', refetchAfterChange);
  useNotice('payment-changed', refetchAfterChange);
  useNotice('ticket-changed', refetchAfterChange);
  useNotice('updates-connected', refetchAfterChange);
}
