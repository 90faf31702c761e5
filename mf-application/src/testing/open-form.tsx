import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { PortalPage } from './portal-page.tsx';

/** Shows a form and gives what a person does with it. */
export function openForm(form: ReactElement) {
  render(<PortalPage>{form}</PortalPage>);
  const button = (name: string) => screen.findByRole('button', { name: new RegExp(`${name}$`) });
  return {
    press: async (name: string) => userEvent.click(await button(name)),
    pressTwice: async (name: string) => userEvent.dblClick(await button(name)),
    choose: async (label: RegExp, option: RegExp) =>
      userEvent.selectOptions(
        await screen.findByLabelText(label),
        screen.getByRole('option', { name: option }),
      ),
    /** The control of that field, once the form is there. */
    field: (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label),
    said: () =>
      within(screen.getByRole('list', { name: 'Said' }))
        .queryAllByRole('listitem')
        .map((item) => item.textContent),
  };
}
