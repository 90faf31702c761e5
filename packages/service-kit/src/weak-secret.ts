/** A random secret of 20 hexadecimal digits falls below once in a million times. */
const MIN_DISTINCT = 6;
const MIN_LENGTH = 20;
const MIN_BYTES = 16;
const EXAMPLE = /change.?me|example|placeholder|password|secret/i;

/** In JSON (a JWK, a list of keys) checks each private key. */
export const isWeakSecret = (value: string): boolean => parseKeys(value).some(isWeak);

function parseKeys(value: string): string[] {
  if (!/^\s*[[{]/.test(value)) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    return (Array.isArray(parsed) ? parsed : [parsed]).flatMap(({ d, key }) => [d ?? key ?? '']).map(String);
  } catch {
    return []; // The variable's schema reports it.
  }
}

function isWeak(text: string): boolean {
  if (text.length < MIN_LENGTH || EXAMPLE.test(text)) return true;
  const bytes = Buffer.from(text, /^[\da-f]+$/i.test(text) ? 'hex' : 'base64');
  return isPredictable([...Buffer.from(text)]) || (bytes.length >= MIN_BYTES && isPredictable([...bytes]));
}

function isPredictable(codes: readonly number[]): boolean {
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return isRepeated(codes) || new Set(codes).size < MIN_DISTINCT || new Set(steps).size < MIN_DISTINCT;
}

const isRepeated = (codes: readonly number[]): boolean =>
  codes.some(
    (_code, period) =>
      period > 0 &&
      period <= codes.length / 2 &&
      codes.slice(period).every((code, index) => code === codes[index]),
  );
