import { portalComponents } from '../components.ts';

export interface ServiceDatabase {
  /** Without its `svc-`. */
  service: string;
  name: string;
}

/** The database of each service, as service-kit names it: a database in the address is the prefix. */
export function listServiceDatabases(mongoUrl: string): ServiceDatabase[] {
  const prefix = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(mongoUrl)?.[1] ?? 'archaka';
  return portalComponents({})
    .filter(({ name }) => name.startsWith('svc-'))
    .map(({ name }) => name.slice('svc-'.length))
    .map((service) => ({ service, name: `${prefix}_${service}` }));
}
