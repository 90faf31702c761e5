import {
  type HallDistrict,
  type HallPack,
  type HallPackState,
  internalRoutes,
  listHalls,
  openHallPack,
  startHallPack,
} from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { unzip } from '../../src/features/make-hall-pack/testing/builders.ts';
import type { TicketEnvironment } from './ticket-environment.ts';

const TIMEOUT = { timeoutMs: 60_000 };

/** The pack of a centre district, requested and downloaded as svc-desk does. */
export function openPack({ stage, service, callAsDesk }: TicketEnvironment, district: string) {
  const start = () => callAsDesk(startHallPack, { district, staff_id: 'officer' });
  const read = async (): Promise<HallPack | undefined> => {
    const { data } = await callAsDesk<HallDistrict>(listHalls);
    return data.find((each) => each.district === district)?.pack;
  };
  const when = (state: HallPackState) =>
    eventually(async () => {
      const pack = await read();
      return pack?.state === state && pack;
    }, TIMEOUT);
  const open = (number: number) =>
    callAsDesk<{ bytes: number; pieces: number }>(openHallPack, { district, number, staff_id: 'officer' });
  const readPiece = async (number: number, position: number): Promise<Buffer> => {
    const path = `/internal/packs/${encodeURIComponent(district)}/${number}/${position}`;
    const headers = await stage.authorizeService('svc-desk', 'svc-ticket', internalRoutes.hallPackPiece.name);
    return Buffer.from(await (await fetch(service().url + path, { headers })).arrayBuffer());
  };
  const download = async (number: number): Promise<Buffer> => {
    const [{ pieces } = { pieces: 0 }] = (await open(number)).data;
    const positions = Array.from({ length: pieces }, (_, position) => position);
    return Buffer.concat(await Promise.all(positions.map((position) => readPiece(number, position))));
  };
  return {
    ...{ start, read, when, open, download },
    /** The files of a new pack by name. */
    async make() {
      await start();
      const pack = await when('made');
      return { pack, files: await unzip(await download(pack.number)) };
    },
  };
}
