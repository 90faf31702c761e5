/** What a member of `rs0` is started with. */
export function mongodArguments(dataDir: string, port: number, host: string): string[] {
  return [
    ...['--dbpath', dataDir, '--port', String(port), '--bind_ip', host, '--nounixsocket'],
    ...['--replSet', 'rs0', '--oplogSize', '128'],
    ...['--storageEngine', 'wiredTiger', '--wiredTigerCacheSizeGB', '0.25'],
    // Slow queries stay out of its log: their lines hold what was asked for, numbers and names.
    ...['--slowms', '2147483647', '--slowOpSampleRate', '0'],
    // What a killed service had open holds its rows no longer than this.
    ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
    ...['--quiet', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
  ];
}
