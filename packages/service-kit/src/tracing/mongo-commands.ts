import type { Connection } from 'mongoose';
import { currentScope } from '../scope.ts';
import { inSpan } from './span.ts';

type Client = ReturnType<Connection['getClient']>;

/** The commands' own words about the connection and the cursor; nobody waits for them in a request. */
const UNTOLD = new Set(['hello', 'ping', 'endSessions', 'killCursors']);

/** Shows each command of a recorded span by its name and collection, never by what is asked for. */
export function watchCommands(client: Client): void {
  const asked = new Map<number, PromiseWithResolvers<void>>();
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
    if (!currentScope()?.recorded || UNTOLD.has(commandName)) return;
    const answer = Promise.withResolvers<void>();
    asked.set(requestId, answer);
    const collection = typeof command[commandName] === 'string' ? command[commandName] : undefined;
    const span = {
      name: collection ? `${commandName} ${collection}` : commandName,
      kind: 'client',
      attributes: {
        'db.system.name': 'mongodb',
        'db.namespace': databaseName,
        'db.operation.name': commandName,
        ...(collection && { 'db.collection.name': collection }),
      },
    } as const;
    void inSpan(span, () => answer.promise).catch(() => undefined);
  });
  client.on('commandSucceeded', ({ requestId }) => {
    asked.get(requestId)?.resolve();
    asked.delete(requestId);
  });
  client.on('commandFailed', ({ requestId, failure }) => {
    asked.get(requestId)?.reject(failure);
    asked.delete(requestId);
  });
}
