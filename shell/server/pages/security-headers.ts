import type { AppOptions } from '@archaka/service-kit/server';

interface Origins {
  portal: string;
  paymentHandler: string;
  /** Target of the payment form. */
  checkout: string;
  /** Undefined when the portal serves the slices' files. */
  sliceFiles: string | undefined;
}

const self = "'self'";
const none = "'none'";

export function createSecurityHeaders({
  portal,
  paymentHandler,
  checkout,
  sliceFiles,
}: Origins): NonNullable<AppOptions['headers']> {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': [none],
        'script-src': [self, ...(sliceFiles ? [new URL(sliceFiles).origin] : [])],
        // Renders PDFs where the browser cannot.
        'worker-src': [self],
        'style-src': [self],
        'img-src': [self, 'data:', 'blob:'],
        'font-src': [self],
        'connect-src': [self, new URL(paymentHandler).origin],
        'form-action': [self, new URL(checkout).origin],
        'frame-src': [self, 'blob:'],
        'object-src': [self, 'blob:'],
        'base-uri': [none],
        'frame-ancestors': [none],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['archaka', 'archaka-slices', "'allow-duplicates'"],
      },
    },
    strictTransportSecurity: portal.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
  };
}
