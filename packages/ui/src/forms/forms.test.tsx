import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { words } from '../i18n/words.ts';
import { Button } from './button.tsx';
import { DateField } from './date-field.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { CheckboxGroup, RadioGroup, SelectField } from './fields.tsx';
import { TextField } from './text-field.tsx';

test('ties hint and error to the control beside its bilingual label', () => {
  render(
    <TextField
      name="aadhar"
      label={words.aadhaarNumber}
      hint={{ te: '12', en: '12' }}
      error="Please Enter otp"
    />,
  );
  const control = screen.getByRole('textbox', { name: 'ఆధార్ సంఖ్య / Aadhaar number' });
  expect(control.getAttribute('name')).toBe('aadhar');
  expect(control.getAttribute('aria-invalid')).toBe('true');
  const descriptionIds = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  const descriptions = descriptionIds.map((id) => document.getElementById(id)?.textContent).join(' ');
  expect(descriptions).toContain('12');
  expect(descriptions).toContain('OTP నింపండి');
  expect(descriptions).toContain('Please Enter otp');
});

test("the keyboard's key 'next' goes to the next field that can be typed in, and sends nothing", async () => {
  globalThis.matchMedia = (query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList;
  const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <TextField name="name" label={words.name} enterKeyHint="next" />
      <TextField name="age" label={words.age} readOnly />
      <DateField name="dob" label={words.dateOfBirth} />
      <TextField name="pincode" label={words.pincode} enterKeyHint="done" />
      <Button type="submit" word={words.save} />
    </form>,
  );
  const findFocus = () => document.activeElement?.getAttribute('name');
  await userEvent.click(screen.getByRole('textbox', { name: /Name$/ }));
  await userEvent.keyboard('{Enter}');
  expect(findFocus()).toBe('dob-day');
  await userEvent.keyboard('17051990{Enter}');
  expect(findFocus()).toBe('pincode');
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(globalThis, 'matchMedia');
});

test('labels each choice in both languages', async () => {
  const options = [
    { value: 1, label: words.regular },
    { value: 2, label: words.compartmental },
  ];
  render(
    <>
      <RadioGroup name="exam_regular" label={words.regularOrCompartmental} options={options} />
      <CheckboxGroup name="language" label={words.languages} options={options} />
      <SelectField name="district" label={words.district} options={options} />
    </>,
  );
  const regular = screen.getByRole<HTMLInputElement>('radio', { name: 'రెగ్యులర్ / Regular' });
  await userEvent.click(regular);
  expect(regular.checked).toBe(true);
  expect(screen.getByRole('group', { name: /Parts to be written/ })).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox'), '2');
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('2');
});

test('announces a busy button, which ignores presses', async () => {
  const onClick = jest.fn();
  const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button word={words.save} type="submit" busy={busy} onClick={onClick} />
    </form>
  );
  const { rerender } = render(form(true));
  const button = screen.getByRole('button');
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(button.textContent).toContain('sending…');
  rerender(form(false));
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('focuses the error summary, which leads to the field', async () => {
  const errors = [{ field: 'name', message: 'Please Enter name' }];
  const form = (attempt: number) => (
    <>
      <ErrorSummary errors={attempt ? errors : []} attempt={attempt} />
      <TextField name="name" label={words.name} />
    </>
  );
  const { rerender } = render(form(0));
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(form(1));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  Element.prototype.scrollIntoView = () => undefined;
  await userEvent.click(screen.getByRole('link', { name: /Please Enter name/ }));
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('reports a left field after the press that took the focus, and at once after a key', async () => {
  const onBlur = jest.fn();
  const onChoiceBlur = jest.fn();
  const onClick = jest.fn(() => onBlur.mock.calls.length);
  render(
    <>
      <TextField name="name" label={words.name} onBlur={onBlur} />
      <SelectField name="district" label={words.district} options={[]} onBlur={onChoiceBlur} />
      <Button word={words.save} onClick={onClick} />
    </>,
  );
  const user = userEvent.setup();
  const button = screen.getByRole('button');
  await user.click(screen.getByRole('textbox'));
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(document.activeElement).toBe(button);
  expect(onBlur).not.toHaveBeenCalled();
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  expect(onClick).toHaveReturnedWith(0);
  expect(onBlur).toHaveBeenCalledTimes(1);

  await user.tab({ shift: true });
  await user.tab();
  expect(onChoiceBlur).toHaveBeenCalledTimes(1);
});

const manyErrors = ['name', 'email', 'number', 'address', 'town', 'pincode'].map((field) => ({
  field,
  message: `Please Enter ${field}`,
}));

test.each([
  [5, 5, 0],
  [6, 4, 2],
])('lists the first of %i errors open (%i) and folds %i', (count, open, folded) => {
  render(<ErrorSummary errors={manyErrors.slice(0, count)} attempt={1} />);
  const links = screen.getAllByRole('link');
  expect(links.filter((link) => !link.closest('details'))).toHaveLength(open);
  expect(links).toHaveLength(count);
  expect(screen.queryByText(`${folded} more`) !== null).toBe(folded > 0);
});
