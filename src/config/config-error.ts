/**
 * An invalid environment. Its message is one line that begins with the variable, without a value.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
