import './applicant.ts';
import '../locales/catalogs.ts';
import { textIn } from '@archaka/platform';
import { portalStore } from '@archaka/platform/shell';
import { forgetExamination, PortalFrame } from '@archaka/platform/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { historyApi } from '../history-api.ts';
import { matchText } from './match-text.ts';

/** Shows a page at an address and gives what a person does with it. */
export function openPage(page: ReactElement, path = '/ticket') {
  const person = userEvent.setup({ delay: null });
  const initialMessages = portalStore.getState().messages;
  render(<PortalFrame at={path}>{page}</PortalFrame>);
  const button = (name: string) => screen.findByRole('button', { name: new RegExp(`/ ${name}`) });
  return {
    person,
    button,
    clickButton: async (name: string) => person.click(await button(name)),
    findText: (text: RegExp) => screen.findByText(matchText(text)),
    /** What has been said since the page was opened. */
    toasts: () =>
      portalStore
        .getState()
        .messages.toasts.slice(initialMessages.toasts.length)
        .map(({ message }) => (typeof message === 'string' ? message : textIn('en', message))),
    /** The popup, if one has come since the page was opened. */
    alert: () => {
      const { alert } = portalStore.getState().messages;
      return alert === initialMessages.alert ? undefined : alert?.title;
    },
  };
}

/** Leaves the page as a reload would: nothing that was read is kept. */
export function closePage(): void {
  cleanup();
  portalStore.dispatch(historyApi.util.resetApiState());
  forgetExamination();
}
