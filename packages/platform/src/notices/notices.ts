import { useEffect, useRef } from 'react';
import type { User } from '../session/user.ts';

/** What the slices tell each other. */
export interface Notices {
  'signed-in': User;
  'signed-out': undefined;
  /** A call was refused for want of a session. */
  'sign-in-needed': undefined;
  /** The sign-in that was asked for in place was closed. */
  'sign-in-left': undefined;
  'application-changed': { application_id?: string };
  'payment-changed': { order_id?: string };
  'ticket-changed': { application_id?: string };
  /** The server's stream is there (again): state may have changed unseen. */
  'updates-connected': undefined;
}

export type NoticeName = keyof Notices;
export type NoticeListener<Name extends NoticeName> = (detail: Notices[Name]) => void;

const localNotices: ReadonlySet<NoticeName> = new Set(['sign-in-needed', 'sign-in-left']);
const tabEvents = new EventTarget();
/** Where there is no browser, there are no other tabs, and an open channel would keep the process. */
const channel = globalThis.document && new BroadcastChannel('archaka-notices');

interface Envelope {
  name: NoticeName;
  detail: unknown;
}

const dispatch = ({ name, detail }: Envelope) => tabEvents.dispatchEvent(new CustomEvent(name, { detail }));

channel?.addEventListener('message', ({ data }: MessageEvent<Envelope>) => dispatch(data));

/** Tells the portal's other tabs only. */
export function broadcastNotice<Name extends NoticeName>(name: Name, detail: Notices[Name]): void {
  channel?.postMessage({ name, detail } satisfies Envelope);
}

/** Tells every slice, in this tab and in the portal's other tabs. */
export function sendNotice<Name extends NoticeName>(name: Name, detail: Notices[Name]): void {
  dispatch({ name, detail });
  if (!localNotices.has(name)) broadcastNotice(name, detail);
}

/** @returns how to stop listening */
export function onNotice<Name extends NoticeName>(name: Name, listener: NoticeListener<Name>): () => void {
  const handler = (event: Event) => listener((event as CustomEvent<Notices[Name]>).detail);
  tabEvents.addEventListener(name, handler);
  return () => tabEvents.removeEventListener(name, handler);
}

/** Listens for as long as the component is there; always calls the newest listener. */
export function useNotice<Name extends NoticeName>(name: Name, listener: NoticeListener<Name>): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onNotice(name, (detail) => latest.current(detail)), [name]);
}
