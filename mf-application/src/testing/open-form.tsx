import './blob.ts';
import { portalStore } from '@archaka/platform/shell';
import { forgetExamination } from '@archaka/platform/testing';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { applicationApi } from '../application-api.ts';
import { PortalPage } from './portal-page.tsx';

/** Shows a form and gives what a person does with it. */
export function openForm(form: ReactElement) {
  const person = userEvent.setup({ delay: null });
  // jsdom lays nothing out.
  HTMLElement.prototype.scrollIntoView ??= () => undefined;
  render(<PortalPage>{form}</PortalPage>);
  // Without its stylesheet a button's name ends in what it says while it is busy.
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

/** Leaves the page as a reload would: nothing that was read is kept. */
export function closePage(): void {
  cleanup();
  portalStore.dispatch(applicationApi.util.resetApiState());
  forgetExamination();
}
