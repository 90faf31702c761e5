/** Hides runs of digits, e-mail addresses and duplicate keys, which database errors quote. */
export const redactPersonalData = (text: string): string =>
  text
    .replace(/dup key: \{.*?\}/gs, 'dup key: {…}')
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…@…')
    .replace(/\d[\d -]{4,}\d/g, '…');
