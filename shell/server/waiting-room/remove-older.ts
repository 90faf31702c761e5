export function removeOlder(times: Map<string, number>, limit: number): void {
  for (const [id, time] of times) if (time < limit) times.delete(id);
}
