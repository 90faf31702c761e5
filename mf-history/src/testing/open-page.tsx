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

/** Renders a page at an address and returns the actions of a user. */
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
    /** The messages since the page was opened. */
    toasts: () =>
      portalStore
        .getState()
        .messages.toasts.slice(initialMessages.toasts.length)
        .map(({ message }) => (typeof message === 'string' ? message : textIn('en', message))),
    /** The popup, if one has appeared since the page was opened. */
    alert: () => {
      const { alert } = portalStore.getState().messages;
      return alert === initialMessages.alert ? undefined : alert?.title;
    },
  };
}

/** Leaves the page like a reload, without cached data. */
export function closePage(): void {
  cleanup();
  portalStore.dispatch(historyApi.util.resetApiState());
  forgetExamination();
}
