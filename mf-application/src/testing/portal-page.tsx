import '../locales/catalogs.ts';
import { textIn, useSelector, type Word } from '@archaka/platform';
import { PortalFrame } from '@archaka/platform/testing';
import { type ReactNode, useState } from 'react';

interface MessagesState {
  messages: { toasts: { id: string; message: Word | string }[]; alert: { title: string } | null };
}

/** The shell's surroundings of the form, with its messages. */
export function PortalPage({ children }: { children: ReactNode }) {
  return (
    <PortalFrame>
      {children}
      <MessageList />
    </PortalFrame>
  );
}

/** The messages since the page was opened. */
function MessageList() {
  const { toasts, alert } = useSelector(({ messages }: MessagesState) => messages);
  const [initial] = useState(new Set<unknown>([...toasts.map(({ id }) => id), alert]));
  const shown = toasts.filter(({ id }) => !initial.has(id)).map(({ message }) => message);
  if (alert && !initial.has(alert)) shown.push(alert.title);
  return (
    <ul aria-label="Said">
      {shown.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice
        <li key={at}>{typeof message === 'string' ? message : textIn('en', message)}</li>
      ))}
    </ul>
  );
}
