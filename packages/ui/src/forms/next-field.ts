import type { KeyboardEvent } from 'react';

const isFocusable = (element: Element): element is HTMLElement =>
  element.matches(
    ':is(input, select, textarea):not([readonly], [type="hidden"], [tabindex="-1"], :disabled)',
  );

/** The key of a phone's keyboard that reads 'next' goes on; there a browser would send the form. */
export function focusNextField(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: field, key, nativeEvent } = event;
  const isTouch = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
  if (!isTouch || key !== 'Enter' || nativeEvent.isComposing || !field.form) return;
  event.preventDefault();
  const fields = [...field.form.elements].filter(isFocusable);
  fields[fields.indexOf(field) + 1]?.focus();
}
