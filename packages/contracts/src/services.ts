/** The services of the portal, by their short names: `auth` is svc-auth. */
export const services = ['auth', 'application', 'payment', 'ticket'] as const;

export type Service = (typeof services)[number];

/** A process that calls services: a service, or the shell's server. */
export type Caller = `svc-${Service}` | 'shell';

/** The variable that carries where a service answers, e.g. `AUTH_URL`. */
export type AddressVariable = `${Uppercase<Service>}_URL`;

export const toAddressVariable = (service: Service): AddressVariable =>
  `${service.toUpperCase() as Uppercase<Service>}_URL`;

/** Something for each service, by its short name. */
export const mapServices = <Value>(toValue: (service: Service) => Value): Record<Service, Value> =>
  Object.fromEntries(services.map((service) => [service, toValue(service)])) as Record<Service, Value>;

/** Something for each service's variable: its address, or the schema of one. */
export const mapAddressVariables = <Value>(
  toValue: (service: Service) => Value,
): Record<AddressVariable, Value> =>
  Object.fromEntries(services.map((service) => [toAddressVariable(service), toValue(service)])) as Record<
    AddressVariable,
    Value
  >;
