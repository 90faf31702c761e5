import type { KeyboardEvent } from 'react';

const canTakeFocus = (element: Element): element is HTMLElement =>
  element.matches(
    ':is(input, select, textarea):not([readonly], [type="hidden"], [tabindex="-1"], :disabled)',
  );

/** For a field whose key on a phone's keyboard reads 'next': it goes on, where a browser would send the form. */
export function focusNextField(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: field, key, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || !field.form) return;
  event.preventDefault();
  const fields = [...field.form.elements].filter(canTakeFocus);
  fields[fields.indexOf(field) + 1]?.focus();
}
