import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { words } from '../i18n/words.ts';
import { DateField } from './date-field.tsx';

function openField(props: Partial<Parameters<typeof DateField>[0]> = {}) {
  const onChange = jest.fn();
  const { container } = render(
    <DateField name="dob" label={words.dateOfBirth} max="2024-06-10" onChange={onChange} {...props} />,
  );
  const box = (part: string) => container.querySelector<HTMLInputElement>(`[name="dob-${part}"]`);
  return {
    onChange,
    day: screen.getByRole('textbox', { name: 'రోజు / Day' }),
    group: screen.getByRole('group', { name: /Date of birth/ }),
    readBoxes: () => ['day', 'month', 'year'].map((part) => box(part)?.value),
    readDate: () => container.querySelector<HTMLInputElement>('[name="dob"]')?.value,
  };
}

test.each([['17-05-1990'], ['17/5/1990'], ['17. 05. 1990'], ['౧౭-౦౫-౧౯౯౦'], ['17051990']])(
  'the whole date %s is understood in the first box, pasted or typed',
  async (text) => {
    const written = openField();
    await userEvent.type(written.day, text);
    expect(written.readDate()).toBe('1990-05-17');
    expect(written.onChange).toHaveBeenCalled();
    await userEvent.clear(written.day);
    expect(written.readDate()).toBe('');
    await userEvent.click(written.day);
    await userEvent.paste(text);
    expect(written.readDate()).toBe('1990-05-17');
  },
);

test('a pasted date may have its year first, and a date in the calendar fills the boxes', async () => {
  const { day, readBoxes, readDate } = openField({ defaultValue: '1980-01-31' });
  expect(readBoxes()).toEqual(['31', '01', '1980']);
  await userEvent.clear(day);
  await userEvent.paste('1990-05-17');
  expect([readBoxes(), readDate()]).toEqual([['17', '05', '1990'], '1990-05-17']);
});

test('says at once that a day does not exist, and which characters are not taken', async () => {
  const { day, readDate, readBoxes } = openField();
  await userEvent.type(day, '31-02-1990');
  expect(readDate()).toBe('');
  expect(readBoxes()).toEqual(['31', '02', '1990']);
  expect(screen.getByText('There is no such day in the calendar').closest('[role="status"]')).toBeTruthy();
  await userEvent.type(day, 'x');
  expect(screen.getByText(/Left out: x/).closest('[role="status"]')).toBeTruthy();
});

test('is one group with one error, which its boxes are marked for', () => {
  const { group, day } = openField({ error: 'Select Date of Birth' });
  const description = document.getElementById(group.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toContain('Select Date of Birth');
  expect(day.getAttribute('aria-invalid')).toBe('true');
});
