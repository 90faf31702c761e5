const self = "'self'";

/** Photos of tickets are blobs. The scanner decodes without WebAssembly. */
export const scannerPolicy = Object.entries({
  'default-src': ["'none'"],
  'script-src': [self],
  'worker-src': [self],
  'style-src': [self],
  'font-src': [self],
  'img-src': [self, 'blob:'],
  'connect-src': [self],
  'manifest-src': [self],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  // The bundler's policy for scripts loaded on demand, and the scanner's for its service worker.
  'trusted-types': ['archaka', 'hall-scanner'],
})
  .map(([directive, values]) => [directive, ...values].join(' '))
  .join('; ');
