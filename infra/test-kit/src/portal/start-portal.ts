import type { Service } from '@archaka/contracts';
import { type LaunchOptions, launchPortal, type Portal } from './launch-portal.ts';
import { type PartialPortal, type ServicesOptions, startServices } from './start-services.ts';

/** Starts the whole portal like an operator; or only these services, with their stores and keys. */
export function startPortal(options?: LaunchOptions): Promise<Portal>;
export function startPortal<Name extends Service>(
  services: ServicesOptions<Name>,
): Promise<PartialPortal<Name>>;
export function startPortal<Name extends Service>(
  options: LaunchOptions | ServicesOptions<Name> = {},
): Promise<Portal | PartialPortal<Name>> {
  return 'services' in options ? startServices(options) : launchPortal(options);
}
