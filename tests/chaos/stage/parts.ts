export const SERVICES = ['svc-auth', 'svc-application', 'svc-payment', 'svc-ticket'] as const;
export const PARTS = ['shell', ...SERVICES] as const;
export type PartName = (typeof PARTS)[number];
