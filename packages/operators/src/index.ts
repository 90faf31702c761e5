export { CommandError } from './command-error.ts';
export {
  identifyOperator,
  type Operator,
  type OperatorOptions,
  splitOperatorArguments,
  toOperatorArguments,
} from './operator.ts';
