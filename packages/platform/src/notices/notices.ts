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

const staysInThisTab: ReadonlySet<NoticeName> = new Set(['sign-in-needed', 'sign-in-left']);
const inThisTab = new EventTarget();
/** Where there is no browser, there are no other tabs, and an open channel would keep the process. */
const toOtherTabs = globalThis.document && new BroadcastChannel('archaka-notices');

interface Envelope {
  name: NoticeName;
  detail: unknown;
}

const tell = ({ name, detail }: Envelope) => inThisTab.dispatchEvent(new CustomEvent(name, { detail }));

toOtherTabs?.addEventListener('message', ({ data }: MessageEvent<Envelope>) => tell(data));

/** Tells the portal's other tabs only. */
export function tellOtherTabs<Name extends NoticeName>(name: Name, detail: Notices[Name]): void {
  toOtherTabs?.postMessage({ name, detail } satisfies Envelope);
}

/** Tells every slice, in this tab and in the portal's other tabs. */
export function sendNotice<Name extends NoticeName>(name: Name, detail: Notices[Name]): void {
  tell({ name, detail });
  if (!staysInThisTab.has(name)) tellOtherTabs(name, detail);
}

/** @returns how to stop listening */
export function onNotice<Name extends NoticeName>(name: Name, listener: NoticeListener<Name>): () => void {
  const heard = (event: Event) => listener((event as CustomEvent<Notices[Name]>).detail);
  inThisTab.addEventListener(name, heard);
  return () => inThisTab.removeEventListener(name, heard);
}

/** Listens for as long as the component is there; always calls the newest listener. */
export function useNotice<Name extends NoticeName>(name: Name, listener: NoticeListener<Name>): void {
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => onNotice(name, (detail) => newest.current(detail)), [name]);
}
