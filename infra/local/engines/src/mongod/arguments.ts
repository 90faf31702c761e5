/** Arguments of a member of `rs0`. */
export function mongodArguments(dataDir: string, port: number, host: string): string[] {
  return [
    ...['--dbpath', dataDir, '--port', String(port), '--bind_ip', host, '--nounixsocket'],
    ...['--replSet', 'rs0', '--oplogSize', '128'],
    ...['--storageEngine', 'wiredTiger', '--wiredTigerCacheSizeGB', '0.25'],
    // Disables the log of slow queries: their lines contain numbers and names.
    ...['--slowms', '2147483647', '--slowOpSampleRate', '0'],
    // Limits how long an open transaction of a killed service locks its rows.
    ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
    ...['--quiet', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
  ];
}
