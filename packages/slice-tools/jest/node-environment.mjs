import { createRequire } from 'node:module';
import { join } from 'node:path';
import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Node's environment with `loadShared(name)`, which shares a package between all suites of a process: jest
 * loads every other module anew for each suite. Its dates and errors are those of the suites.
 */
export default class NodeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { global } = this;
    global.loadShared = createRequire(join(config.projectConfig.rootDir, 'package.json'));
    global.Date = Date;
    acceptForeignErrors(global.Error);
  }
}

function acceptForeignErrors(SuiteError) {
  const isInstance = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(SuiteError, Symbol.hasInstance, {
    value(value) {
      return isInstance.call(this, value) || (this === SuiteError && types.isNativeError(value));
    },
  });
}
