import '../locales/catalogs.ts';
import { textIn, useSelector, type Word } from '@archaka/platform';
import { portalStore } from '@archaka/platform/shell';
import { forgetExamination, PortalFrame } from '@archaka/platform/testing';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, type ReactNode, useState } from 'react';
import { applicationApi } from '../application-api.ts';

/** Renders a form and returns the actions of a user. */
export function openForm(form: ReactElement) {
  const person = userEvent.setup({ delay: null });
  // jsdom has no layout.
  HTMLElement.prototype.scrollIntoView ??= () => undefined;
  render(<PortalPage>{form}</PortalPage>);
  // Without its stylesheet a button's name includes its busy text.
  const button = (name: string) => screen.findByRole('button', { name: new RegExp(`/ ${name}`) });
  return {
    person,
    clickButton: async (name: string) => person.click(await button(name)),
    doubleClickButton: async (name: string) => person.dblClick(await button(name)),
    /** The control of that field, once the form is there. */
    findField: (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label),
    readMessages: () =>
      within(screen.getByRole('list', { name: 'Said' }))
        .queryAllByRole('listitem')
        .map((item) => item.textContent),
  };
}

/** Leaves the page like a reload, without cached data. */
export function closePage(): void {
  cleanup();
  portalStore.dispatch(applicationApi.util.resetApiState());
  forgetExamination();
}

interface MessagesState {
  messages: { toasts: { id: string; message: Word | string }[]; alert: { title: string } | null };
}

/** The shell's surroundings of the form, with its messages. */
function PortalPage({ children }: { children: ReactNode }) {
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

/** jsdom's files cannot be read by promise. */
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};

/** jsdom's files have no object URLs either. */
URL.createObjectURL = () => 'blob:at-hand';
URL.revokeObjectURL = () => undefined;
