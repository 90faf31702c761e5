import { readFileSync } from 'node:fs';
import { MONGO_IMAGE, RABBIT_IMAGE } from '@archaka/engines';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const findMatches = (file: string, pattern: RegExp) =>
  [...readFileSync(ROOT + file, 'utf8').matchAll(pattern)].map(([, found]) => found);
const image = /\b((?:mongo|rabbitmq):[\w.-]+)/g;

test('MongoDB and RabbitMQ have one exact version in all uses of their images', () => {
  expect([MONGO_IMAGE, RABBIT_IMAGE].join()).toMatch(/^mongo:\d+\.\d+\.\d+,rabbitmq:\d+\.\d+\.\d+$/);
  expect(findMatches('docker-compose.yml', /image: ((?:mongo|rabbitmq)\S*)/g)).toEqual([
    MONGO_IMAGE,
    RABBIT_IMAGE,
  ]);
  expect(findMatches('infra/docker/images/build.sh', image)).toEqual([MONGO_IMAGE, RABBIT_IMAGE]);
  expect(findMatches('infra/k8s/stores/rabbitmq.yaml', image)).toEqual([RABBIT_IMAGE]);
  expect(
    findMatches('infra/k8s/stores/mongodb.yaml', /^ {2}version: (\S+)/gm).map(
      (version) => `mongo:${version}`,
    ),
  ).toEqual([MONGO_IMAGE]);
});
