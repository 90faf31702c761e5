import '../locales/catalogs.ts';
import { textIn, useSelector, type Word } from '@archaka/platform';
import { PortalFrame } from '@archaka/platform/testing';
import { type ReactNode, useState } from 'react';

interface Messages {
  messages: { toasts: { id: string; message: Word | string }[]; alert: { title: string } | null };
}

/** What the shell has around the form, with the messages that it would show. */
export function PortalPage({ children }: { children: ReactNode }) {
  return (
    <PortalFrame>
      {children}
      <Said />
    </PortalFrame>
  );
}

/** What has been said since the page was opened. */
function Said() {
  const { toasts, alert } = useSelector(({ messages }: Messages) => messages);
  const [earlier] = useState(new Set<unknown>([...toasts.map(({ id }) => id), alert]));
  const said = toasts.filter(({ id }) => !earlier.has(id)).map(({ message }) => message);
  if (alert && !earlier.has(alert)) said.push(alert.title);
  return (
    <ul aria-label="Said">
      {said.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice
        <li key={at}>{typeof message === 'string' ? message : textIn('en', message)}</li>
      ))}
    </ul>
  );
}
