import { TestEnvironment } from 'jest-environment-node';

/** Skips the rest of a file after its first failure: the mutant is killed then, and the rest may hang. */
export default class UntilFirstFailure extends TestEnvironment {
  #failed = false;

  handleTestEvent = async ({ name, test }) => {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.#failed = true;
    if (name === 'test_start' && this.#failed) test.mode = 'skip';
  };
}
