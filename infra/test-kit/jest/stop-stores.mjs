export default async function stopSharedBackingServices() {
  await globalThis.vhostsOfTheRun?.stop();
  await globalThis.storesOfTheRun?.stop();
}
