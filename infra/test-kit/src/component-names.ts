import { type Service, services } from '@archaka/contracts';

/** A component with a service key. */
export type ServiceName = `svc-${Service}` | 'shell';

/** Workspaces of the services. */
export const SERVICES = services.map((service) => `svc-${service}` as const);
/** Workspaces of the shell and the services. */
export const COMPONENTS = ['shell', ...SERVICES] as const satisfies readonly ServiceName[];
