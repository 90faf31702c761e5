import { fileURLToPath } from 'node:url';
import rootConfig from '../../jest.config.mjs';

const name = process.env.MUTATED_PROJECT;

/** Overrides for mutants: stores start once for all of them, hanging tests are not awaited, and libraries are not shared. */
const { globalSetup, globalTeardown, setupFilesAfterEnv, moduleNameMapper, ...project } =
  rootConfig.projects.find(({ displayName }) => displayName === name);

const resolvePath = (name) => fileURLToPath(new URL(name, import.meta.url));

export default {
  ...project,
  testTimeout: 10_000,
  setupFilesAfterEnv: [resolvePath('first-counterexample.mjs')],
  testEnvironment: resolvePath('until-first-failure.mjs'),
};
