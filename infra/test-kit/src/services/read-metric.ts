/** The value of a series at a service's `/metrics`, e.g. `dead_letters`; 0 while it is absent. */
export async function readMetric({ url }: { url: string }, series: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const line = lines.find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1).split(' ', 1)[0] ?? 0);
}
