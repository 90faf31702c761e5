import type { Service } from '@archaka/contracts';
import { type Launch, launchPortal, type Portal } from './launch-portal.ts';
import { type PartialPortal, type Services, startServices } from './start-services.ts';

/** The whole portal, as an operator starts it; or these services alone, with all that they need around them. */
export function startPortal(launch?: Launch): Promise<Portal>;
export function startPortal<Name extends Service>(services: Services<Name>): Promise<PartialPortal<Name>>;
export function startPortal<Name extends Service>(
  asked: Launch | Services<Name> = {},
): Promise<Portal | PartialPortal<Name>> {
  return 'services' in asked ? startServices(asked) : launchPortal(asked);
}
