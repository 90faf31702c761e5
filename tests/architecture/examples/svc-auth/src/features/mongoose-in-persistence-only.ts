import type { Connection } from 'mongoose';

export const find = (connection: Connection) => connection.models;
