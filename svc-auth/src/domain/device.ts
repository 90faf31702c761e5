/** Deliberately coarse: the owner recognises it, but it identifies no person. */
export interface Device {
  /** Empty when unknown, like `system`. */
  readonly browser: string;
  readonly system: string;
}

/** The first match counts, since browsers also name their ancestors. */
const browserPatterns: readonly (readonly [RegExp, string])[] = [
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bOPR\//, 'Opera'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systemPatterns: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

export function parseDevice(userAgent = ''): Device {
  const findFirst = (patterns: typeof browserPatterns) =>
    patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: findFirst(browserPatterns), system: findFirst(systemPatterns) };
}
