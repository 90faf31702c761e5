/** Coarse on purpose: enough for its owner to know it again, too little to know a person by. */
export interface Device {
  /** Empty when it is none of the usual ones, as is `system`. */
  readonly browser: string;
  readonly system: string;
}

/** The first that fits: browsers name those they descend from, too. */
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
