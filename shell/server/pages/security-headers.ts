import type { AppOptions } from '@archaka/service-kit/server';

interface Origins {
  /** The portal itself. */
  portal: string;
  /** The payment request handler, which the browser asks just before it pays. */
  paymentHandler: string;
  /** Where the payment form is posted to. */
  checkout: string;
  /** Where the files of slices lie, unless the portal serves them. */
  sliceFiles: string | undefined;
}

const self = "'self'";
const none = "'none'";

/** Only the portal's own files run, and only Razorpay and the payment handler are spoken to beside it. */
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
        // Reads PDFs where the browser shows none.
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
