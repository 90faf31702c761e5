import type { babel } from '@stryker-mutator/core';

/** Log calls, their statements, and the choice between two of them. */
const isLogging = (path: babel.NodePath): boolean => {
  if (path.isIfStatement()) {
    const alternate = path.get('alternate') as babel.NodePath;
    return isLogging(path.get('consequent')) && (!alternate.node || isLogging(alternate));
  }
  if (path.isExpressionStatement()) return isLogging(path.get('expression'));
  if (!path.isCallExpression()) return false;
  const callee = path.get('callee');
  return callee.isMemberExpression() && callee.get('object').isIdentifier({ name: 'log' });
};

/** Mutants that no test has to kill, each with its reason. */
const rules: readonly { reason: string; matches: (path: babel.NodePath) => boolean }[] = [
  { reason: 'Log texts have no effect on the behaviour.', matches: isLogging },
];

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'equivalent',
    value: {
      shouldIgnore: (path: babel.NodePath): string | undefined =>
        rules.find(({ matches }) => matches(path))?.reason,
    },
  },
];
