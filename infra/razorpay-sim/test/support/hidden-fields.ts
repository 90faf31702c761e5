/** The hidden fields of a page, as a browser would post them. */
export function parseHiddenFields(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const unescapeHtml = (text: string) =>
    text
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&');
  return Object.fromEntries(
    [...inputs].map(([, name = '', value = '']) => [unescapeHtml(name), unescapeHtml(value)]),
  );
}
