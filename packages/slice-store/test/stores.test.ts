import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scaledTimeout, startTestBucket, type TestBucket } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStore, type SliceStore } from '../src/store.ts';

let folder: string;
let bucket: TestBucket;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'store-'));
  bucket = await startTestBucket();
  Object.assign(process.env, bucket.env);
}, scaledTimeout(600_000));
afterAll(async () => {
  await bucket?.stop();
  await rm(folder, { recursive: true, force: true });
});

const addresses: Record<string, () => string> = {
  'a folder': () => path.join(folder, 'plain'),
  'a bucket': () => `${bucket.address}/below/this`,
};

describe.each(Object.keys(addresses))('%s', (kind) => {
  let store: SliceStore;
  beforeAll(async () => {
    store = await openStore(addresses[kind]?.() ?? '');
  });

  test('returns what was stored, and nothing otherwise', async () => {
    expect(await store.put('mf-a/1/app.js', Buffer.from('one'))).toBe(true);
    expect(String(await store.read('mf-a/1/app.js'))).toBe('one');
    expect(await store.read('mf-a/1/other.js')).toBeUndefined();
  });

  test('never overwrites, and accepts the same content again', async () => {
    await store.put('mf-a/2.json', Buffer.from('first'));
    expect(await store.put('mf-a/2.json', Buffer.from('second'))).toBe(false);
    expect(await store.put('mf-a/2.json', Buffer.from('first'))).toBe(true);
    expect(String(await store.read('mf-a/2.json'))).toBe('first');
  });

  test('lets one of many concurrent writers succeed', async () => {
    const contents = Array.from({ length: 16 }, (_, at) => Buffer.from(`content ${at}`));
    const put = await Promise.all(contents.map((content) => store.put('registry/1.json', content)));
    expect(put.filter(Boolean)).toHaveLength(1);
    expect(await store.read('registry/1.json')).toEqual(contents[put.indexOf(true)]);
  });

  test('lists the direct entries of a folder, sorted', async () => {
    for (const key of ['list/b.json', 'list/a.json', 'list/below/c.json', 'listed.json']) {
      await store.put(key, Buffer.from(key));
    }
    expect(await store.list('list')).toEqual(['a.json', 'b.json']);
    expect(await store.list('nothing')).toEqual([]);
  });
});

test('rejects an address that is neither folder nor bucket, with a message', async () => {
  await expect(openStore('ftp://somewhere/slices')).rejects.toThrow(
    "A slice store is a folder or s3://<bucket>/<prefix>; 'ftp://somewhere/slices' is neither.",
  );
});
