import type { Portal } from '@archaka/test-kit';
import { openPortalSealing, type PortalSealing } from '@archaka/test-kit/portal-sealing';
import { mongo } from 'mongoose';

export type Row = Record<string, unknown> & { readonly _id: string };

const SERVICES = ['auth', 'application', 'ticket'] as const;
export type SealingByService = Readonly<Record<(typeof SERVICES)[number], PortalSealing>>;

/** The portal's databases, with the sealing of their services. */
export interface Stores {
  readonly sealing: SealingByService;
  readonly collection: (service: keyof SealingByService, name: string) => mongo.Collection<Row>;
  readonly close: () => Promise<void>;
}

export async function openStores(portal: Portal): Promise<Stores> {
  const { mongoUrl } = await portal.running();
  const client = await new mongo.MongoClient(mongoUrl, { promoteBuffers: true }).connect();
  const database = (service: string) => client.db(`archaka_${service}`);
  const sealings = await Promise.all(
    SERVICES.map(async (service) => [
      service,
      await openPortalSealing(portal, service, database(service) as never),
    ]),
  );
  return {
    sealing: Object.fromEntries(sealings),
    collection: (service, name) => database(service).collection<Row>(name),
    close: () => client.close(),
  };
}
