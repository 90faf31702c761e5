import { channel } from 'node:diagnostics_channel';

/**
 * Points at which a crash leaves different states:
 * - `before-commit`: a transaction's work is done, nothing of it is committed;
 * - `after-commit`: it is committed, and the relay is not yet notified of its events;
 * - `after-publish`: the broker has confirmed an event whose row is still in the outbox;
 * - `before-ack`: a message is handled but not acknowledged.
 */
type Failpoint = 'before-commit' | 'after-commit' | 'after-publish' | 'before-ack';

const failpoints = channel('archaka:boundary');

export function failpoint(name: Failpoint): void {
  if (failpoints.hasSubscribers) failpoints.publish({ name });
}
