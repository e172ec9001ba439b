/**
 * Texts that would reach another path, query or header if a request contained an id without
 * encoding.
 */
export const hostileIds: readonly string[] = [
  '../oauth2/token',
  '..',
  '.',
  '%2e%2e',
  'a/b',
  'a?x=1',
  'a#b',
  'a;b',
  'a\\b',
  'a b',
  'a\r\nX:1',
  'a\0',
  'é',
  '',
  'a'.repeat(10_000),
  '１２３',
  'a,b',
  'a&count=1',
  '__proto__',
  '{account_id}',
  '//evil.example',
  '@evil.example',
  'a\n',
];
