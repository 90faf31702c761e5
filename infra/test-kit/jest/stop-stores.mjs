export default async function stopSharedBackingServices() {
  await globalThis.storesOfTheRun?.stop();
}
