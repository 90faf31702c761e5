const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

export interface BucketLocation {
  readonly name: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
}

/** `s3://<bucket>/<prefix>`; undefined for another address. */
export function parseBucketAddress(address: string): BucketLocation | undefined {
  const [, name, prefix = ''] = bucketAddress.exec(address) ?? [];
  if (!name) return undefined;
  return { name, prefix: prefix.replace(/\/*$/, '/').replace(/^\/+/, '') };
}
