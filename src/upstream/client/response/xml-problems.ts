/**
 * The errors of a body of XML, as the platform's endpoints write it at times, in the form that they
 * have in JSON: `<errors><error code="32">No.</error></errors>`. Undefined for any other text.
 */
export const problemsOfXml = (text: string): object | undefined => {
  const found = text.slice(0, maxLength).matchAll(element);
  const errors = Array.from(found, ([, code, message = '']) => ({
    ...(code !== undefined && { code }),
    message: plain(message.trim()),
  }));
  return errors.length === 0 ? undefined : { errors };
};

const maxLength = 16 * 1024;
const element = /<error(?:\s+code\s*=\s*["'](\w{1,64})["'])?\s*>([^<]*)<\/error>/g;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
};

const plain = (text: string): string =>
  text.replace(/&(#?\w{1,5});/g, (written, name) => entities[name] ?? written);
