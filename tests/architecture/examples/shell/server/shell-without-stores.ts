import { createConnection } from 'mongoose';

export const connection = createConnection();
