/** Matches the innermost element whose text, with that of the spans in it, fits. */
export const textOf = (pattern: RegExp) => (_content: string, element: Element | null) => {
  const fits = (each: Element | null) => pattern.test(each?.textContent ?? '');
  return fits(element) && ![...(element?.children ?? [])].some(fits);
};
