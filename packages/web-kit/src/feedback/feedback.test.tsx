import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { words } from '../i18n/words.ts';
import { StatusCard } from '../layout/status-card.tsx';
import { StatusBadge } from './status-badge.tsx';
import { ToastRegion } from './toasts.tsx';

test('when a toast is shown, then the live region has the English exactly and the Telugu beside it [S-8.23]', () => {
  render(<ToastRegion toasts={[{ id: '1', message: 'Successfully Saved', tone: 'success' }]} />);
  const region = screen.getByRole('status');
  expect(screen.getByText('Successfully Saved', { exact: true })).toBeTruthy();
  expect(region.textContent).toContain('భద్రపరిచాము');
});

test('when a message ends in the update form’s dot, then it still has its Telugu', () => {
  render(
    <ToastRegion toasts={[{ id: '1', message: 'Upload the Pervious Certificate .', tone: 'warning' }]} />,
  );
  expect(screen.getByText('Upload the Pervious Certificate .')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('మునుపటి ధృవపత్రం');
});

test('when a payment’s status is not known, then it is pending', () => {
  render(<StatusBadge status="" />);
  expect(screen.getByText('Pending')).toBeTruthy();
});

test('the next milestone is marked as the current one, those before it as done', () => {
  render(<StatusCard tone="warning" title={words.payNow} sentences={[words.fee]} reached={2} />);
  const milestones = screen.getAllByRole('listitem');
  expect(milestones.map((milestone) => milestone.getAttribute('aria-current'))).toEqual([
    null,
    null,
    'step',
    null,
  ]);
  expect(milestones.map(({ textContent }) => textContent?.includes('(పూర్తి)'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(screen.getByRole('status').textContent).not.toContain('హాల్ టికెట్');
});
