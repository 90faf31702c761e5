import { type Connection, Schema } from 'mongoose';

const schema = new Schema({ what: String });

/** The effects of handlers, one row each, written in the handler's transaction. */
export function createEffects(connection: Connection) {
  const effects = connection.model('Effect', schema);
  return {
    add: async (what: string) => void (await effects.create([{ what }])),
    count: async (what: string) => effects.countDocuments({ what }),
  };
}
