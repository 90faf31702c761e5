import { ticketIssued } from '@archaka/contracts';
import { on } from './src/events/taken.ts';
import { openBench } from './test/fixtures/bench.ts';
import { eventually } from '@archaka/test-kit';
import { envelopeFor, send, takeFrom } from './test/fixtures/messages.ts';
import { spawn } from 'node:child_process';
const bench = await openBench();
const c = bench.consumer('svc-poisoned', [on(ticketIssued, async () => {})], []);
await eventually(() => c.listening()); await c.stop();
for (const id of ['h1','poison','h2']) await send(bench.channel, envelopeFor(id));
await bench.db.connection.db.admin().command({setParameter:1, transactionLifetimeLimitSeconds: 1});
for (let i=0;i<8;i++) {
const child = spawn(process.execPath, ['test/fixtures/dying-consumer.ts'], {env:{PATH:process.env.PATH, MONGO_URL: bench.mongoUrl, AMQP_URL: bench.amqpUrl}, stdio:['pipe','inherit','inherit']});
const how = await Promise.race([new Promise(r=>child.once('exit',(c,s)=>r([c,s]))), new Promise(r=>setTimeout(r,15000))]);
console.log(how, await bench.inbox.find().lean(), await bench.channel.checkQueue('svc-poisoned.events'), await bench.channel.checkQueue('svc-poisoned.dead'));
if (!how) { child.kill('SIGKILL'); break; }
}
await bench.close();
