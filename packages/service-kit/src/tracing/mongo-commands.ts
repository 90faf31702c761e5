import type { Connection } from 'mongoose';
import { currentScope } from '../scope.ts';
import { runInSpan } from './span.ts';

type Client = ReturnType<Connection['getClient']>;

const UNTRACED = new Set(['hello', 'ping', 'endSessions', 'killCursors']);

/** Records name and collection of each command, never its values. */
export function traceCommands(client: Client): void {
  const pending = new Map<number, PromiseWithResolvers<void>>();
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
    if (!currentScope()?.recorded || UNTRACED.has(commandName)) return;
    const completion = Promise.withResolvers<void>();
    pending.set(requestId, completion);
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
    void runInSpan(span, () => completion.promise).catch(() => undefined);
  });
  client.on('commandSucceeded', ({ requestId }) => {
    pending.get(requestId)?.resolve();
    pending.delete(requestId);
  });
  client.on('commandFailed', ({ requestId, failure }) => {
    pending.get(requestId)?.reject(failure);
    pending.delete(requestId);
  });
}
