export default async function stopStoresOfTheRun() {
  await globalThis.storesOfTheRun?.stop();
}
