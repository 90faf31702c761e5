export const services = ['auth', 'application', 'payment', 'ticket', 'desk'] as const;

export type Service = (typeof services)[number];

export type Caller = `svc-${Service}` | 'shell';

/** As callers of calls that every service makes. */
export const everyService: readonly Caller[] = services.map((service): Caller => `svc-${service}`);

export type AddressVariable = `${Uppercase<Service>}_URL`;

export const toAddressVariable = (service: Service): AddressVariable =>
  `${service.toUpperCase() as Uppercase<Service>}_URL`;

export const mapServices = <Value>(toValue: (service: Service) => Value): Record<Service, Value> =>
  Object.fromEntries(services.map((service) => [service, toValue(service)])) as Record<Service, Value>;

export const mapAddressVariables = <Value>(
  toValue: (service: Service) => Value,
): Record<AddressVariable, Value> =>
  Object.fromEntries(services.map((service) => [toAddressVariable(service), toValue(service)])) as Record<
    AddressVariable,
    Value
  >;
