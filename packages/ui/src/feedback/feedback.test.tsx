import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { words } from '../i18n/words.ts';
import { StatusBadge, StatusCard } from '../layout/status-card.tsx';
import { ToastRegion } from './feedback.tsx';

test('shows a toast in the live region in exact English and Telugu [S-8.23]', () => {
  render(<ToastRegion toasts={[{ id: '1', message: 'Login Success', tone: 'success' }]} />);
  const region = screen.getByRole('status');
  expect(screen.getByText('Login Success', { exact: true })).toBeTruthy();
  expect(region.textContent).toContain('లాగిన్ అయ్యారు');
});

test('translates a message that ends in its form’s dot', () => {
  render(<ToastRegion toasts={[{ id: '1', message: 'Please Check Pincode .', tone: 'warning' }]} />);
  expect(screen.getByText('Please Check Pincode .')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('పిన్‌కోడ్ 6 అంకెలు');
});

test('is pending for an unknown payment status', () => {
  render(<StatusBadge status="" />);
  expect(screen.getByText('Pending')).toBeTruthy();
});

test('marks the next milestone as the current one, and those before as done', () => {
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
