/** Hides user and password of addresses of any scheme, also of malformed ones that a driver's error quotes. */
export const redactCredentials = (text: string): string =>
  text
    .replace(/((?!file:)\b[a-z][a-z0-9+.-]*:\/\/)[^\s"'`<>]*@/gi, '$1…@')
    .replace(/[^\s"'`<>/@:]+:(?!\/\/)[^\s"'`<>@]+@(?=[\w[])/g, '…@');

/** Hides credentials of addresses, runs of digits, e-mail addresses and duplicate keys, which database errors quote. */
export const redactPersonalData = (text: string): string =>
  redactCredentials(text)
    .replace(/dup key: \{.*?\}/gs, 'dup key: {…}')
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…@…')
    .replace(/\d[\d -]{4,}\d/g, '…');
