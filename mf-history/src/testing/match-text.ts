/** Matches the innermost element whose text, with that of the spans in it, fits. */
export const matchText = (pattern: RegExp) => (_content: string, element: Element | null) => {
  const matches = (each: Element | null) => pattern.test(each?.textContent ?? '');
  return matches(element) && ![...(element?.children ?? [])].some(matches);
};
