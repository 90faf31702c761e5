export const SERVICES = ['svc-auth', 'svc-application', 'svc-payment', 'svc-ticket'] as const;
export const COMPONENTS = ['shell', ...SERVICES] as const;
export type ComponentName = (typeof COMPONENTS)[number];
