/** Matches the innermost element whose text, including its spans, fits. */
export const matchText = (pattern: RegExp) => (_content: string, element: Element | null) => {
  const matches = (each: Element | null) => pattern.test(each?.textContent ?? '');
  return matches(element) && ![...(element?.children ?? [])].some(matches);
};
