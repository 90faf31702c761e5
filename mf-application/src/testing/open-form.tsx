import './blob.ts';
import { portalStore } from '@archaka/platform/shell';
import { forgetExamination } from '@archaka/platform/testing';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { applicationApi } from '../application-api.ts';
import { PortalPage } from './portal-page.tsx';

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
