import { readFileSync } from 'node:fs';

export const words = () => readFileSync('words.txt');
