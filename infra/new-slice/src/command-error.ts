export { CommandError } from '@archaka/command-line';
