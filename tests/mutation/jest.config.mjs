import { fileURLToPath } from 'node:url';
import portal from '../../jest.config.mjs';

const name = process.env.MUTATED_PROJECT;

/** Not for mutants: stores start once for all of them, and what hangs is not waited for. */
const { globalSetup, globalTeardown, setupFilesAfterEnv, ...project } = portal.projects.find(
  ({ displayName }) => displayName === name,
);

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export default {
  ...project,
  testTimeout: 10_000,
  setupFilesAfterEnv: [here('first-counterexample.mjs')],
  testEnvironment: here('until-first-failure.mjs'),
};
