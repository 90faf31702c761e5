import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Button } from '../forms/button.tsx';
import { TextField } from '../forms/text-field.tsx';
import { Facts } from '../layout/card.tsx';
import { translateTexts } from '../testing/translator.ts';
import { Message, Paragraph } from './bilingual.tsx';
import { words } from './words.ts';

const until = (date: string) => ({ te: `${date} వరకు`, en: `until ${date}` });

const pick = <Value,>(changed: boolean, before: Value, after: Value): Value => (changed ? after : before);
const ended = { te: 'ముగిసింది', en: 'over' };

const changingTexts: readonly [name: string, build: (changed: boolean) => ReactElement, text: string][] = [
  [
    'the word of a button',
    (changed) => <Button word={pick(changed, words.requestOtp, words.signIn)} />,
    'Sign-In',
  ],
  ['a busy button', (changed) => <Button word={words.save} busy={changed} />, 'sending…'],
  ['a sentence', (changed) => <Paragraph word={pick(changed, words.save, words.clear)} />, 'ఖాళీ చేయండి'],
  ['a message', (changed) => <Message of={pick(changed, 'OTP Sent', 'Login Success')} />, 'Login Success'],
  [
    'a sentence with a date',
    (changed) => <Paragraph word={until(pick(changed, '21-11-2026', '22-12-2026'))} />,
    '22-12-2026',
  ],
  [
    'a sentence that loses its date',
    (changed) => <Paragraph word={pick(changed, until('21-11-2026'), ended)} />,
    ended.te,
  ],
  [
    'a value',
    (changed) => <Facts facts={[{ label: words.name, value: pick(changed, 'Rama', 'Sita') }]} />,
    'Sita',
  ],
  [
    'an error at a field',
    (changed) => (
      <TextField
        name="otp"
        label={words.otp}
        error={pick(changed, 'Please Enter otp', 'Enter the valid Otp')}
      />
    ),
    'Enter the valid Otp',
  ],
];

test.each(changingTexts)('%s changes on a page that the browser has translated', (_what, build, text) => {
  const { container, rerender, unmount } = render(build(false));
  translateTexts();
  rerender(build(true));
  const fresh = render(build(true)).container.textContent;
  expect(fresh).toContain(text);
  expect(container.textContent).toBe(fresh);
  expect(() => unmount()).not.toThrow();
});

test('numbers and dates are not translated', () => {
  const facts = [{ label: words.aadhaarNumber, value: '**** **** 1234' }];
  render(
    <>
      <Facts facts={facts} />
      <Paragraph word={until('21-11-2026')} />
    </>,
  );
  translateTexts();
  expect(screen.getByText('**** **** 1234')).toBeTruthy();
  expect(screen.getByText('21-11-2026')).toBeTruthy();
});
