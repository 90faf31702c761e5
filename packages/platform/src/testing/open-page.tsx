import { textIn, type Word } from '@archaka/ui';
import type { UnknownAction } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { showUser } from '../session/session.ts';
import { portalStore } from '../store/portal-store.ts';
import { forgetExamination, PortalFrame } from './portal-frame.tsx';

/** The signed-in applicant. */
export const applicant = { id: 'user-1', number: '9876543210', name: 'రాముడు' } as const;

/** Renders a page of the applicant at an address and returns the actions of a user. */
export function openPage(page: ReactElement, at = '/') {
  showUser(applicant);
  const person = userEvent.setup({ delay: null });
  // jsdom has no layout.
  HTMLElement.prototype.scrollIntoView ??= () => undefined;
  const earlier = portalStore.getState().messages;
  render(<PortalFrame at={at}>{page}</PortalFrame>);
  // Without its stylesheet a button's name includes its busy text.
  const button = (name: string) => screen.findByRole('button', { name: new RegExp(`/ ${name}`) });
  /** The popup, if one has appeared since the page was opened. */
  const alert = () => {
    const { alert: shown } = portalStore.getState().messages;
    return shown === earlier.alert ? undefined : shown?.title;
  };
  return {
    person,
    button,
    clickButton: async (name: string) => person.click(await button(name)),
    doubleClickButton: async (name: string) => person.dblClick(await button(name)),
    /** The control of that field, once the form is there. */
    findField: (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label),
    findText: (text: RegExp) => screen.findByText(matchText(text)),
    alert,
    /** The toasts with their details that are shown since the page was opened, then the popup. */
    readMessages: () => {
      const toasts = portalStore
        .getState()
        .messages.toasts.filter((toast) => !earlier.toasts.includes(toast));
      const toText = (word: Word | string) => (typeof word === 'string' ? word : textIn('en', word));
      const texts = toasts.flatMap(({ message, detail }) =>
        (detail ? [message, detail] : [message]).map(toText),
      );
      const popup = alert();
      return popup ? [...texts, popup] : texts;
    },
  };
}

interface Resettable {
  readonly util: { readonly resetApiState: () => UnknownAction };
}

/** Leaves the page like a reload, without cached data. */
export function closePage(api: Resettable): void {
  cleanup();
  portalStore.dispatch(api.util.resetApiState());
  forgetExamination();
}

/** Matches the innermost element whose text, including its spans, fits. */
export const matchText = (pattern: RegExp) => (_content: string, element: Element | null) => {
  const matches = (each: Element | null) => pattern.test(each?.textContent ?? '');
  return matches(element) && ![...(element?.children ?? [])].some(matches);
};
