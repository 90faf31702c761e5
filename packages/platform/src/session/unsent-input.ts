import { openDeviceCopies } from '../device/open-device.ts';

/** Sends what was typed. @returns whether some of it has not reached the service */
type SendInput = () => Promise<boolean>;

const senders = new Set<SendInput>();
/** Milliseconds that a logout waits for what is being sent. */
const TIMEOUT_MS = 3000;

/** @returns unregisters */
export function onBeforeSignOut(send: SendInput): () => void {
  senders.add(send);
  return () => void senders.delete(send);
}

/** Whether this device holds what its user typed and the service does not: a logout deletes it. */
export async function hasUnsentInput(userId: string): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), TIMEOUT_MS));
  const sent = [...senders].map((send) => Promise.race([send().catch(() => true), timeout]));
  if ((await Promise.all(sent)).includes(true)) return true;
  const device = await openDeviceCopies();
  const copies = (await device?.copiesOf(userId).catch(() => undefined)) ?? [];
  return copies.some(({ isSent }) => !isSent);
}
